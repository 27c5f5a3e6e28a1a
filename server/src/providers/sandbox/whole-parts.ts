/** A whole answer in at most 64 chunks, so that it can be cut and stalled like a stream. */
export function* wholeParts(body: Buffer): Generator<Buffer> {
  const size = Math.max(64, Math.ceil(body.length / 64));
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}
