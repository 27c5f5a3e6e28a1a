/** A receiver is woken for each chunk, and a row of the log is only a few dozen bytes. */
const pieceBytes = 128 * 1024;

/** A file in chunks that each own their memory, so that they can be moved to another thread. */
export async function* largePieces(pieces: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let filling = new Uint8Array(pieceBytes);
  let filled = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const some = piece.subarray(at, at + pieceBytes - filled);
      filling.set(some, filled);
      at += some.length;
      filled += some.length;
      if (filled < pieceBytes) continue;
      yield filling;
      filling = new Uint8Array(pieceBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield filling.slice(0, filled);
}
