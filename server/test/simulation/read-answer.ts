/** A response as far as its bytes show. */
export interface AnswerSeen {
  readonly status: number;
  readonly id: string | null;
  readonly body: string;
  /** By its framing only, whatever its content. */
  readonly isComplete: boolean;
  readonly endByte: number;
}

function headerOf(head: string, name: string): string | null {
  return new RegExp(`\\r\\n${name}: ([^\\r]*)`, 'i').exec(head)?.[1] ?? null;
}

function chunkedBody(
  bytes: Buffer,
  from: number,
): { readonly body: string; readonly endByte: number; readonly isComplete: boolean } {
  const parts: Buffer[] = [];
  let at = from;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = lineEnd === -1 ? NaN : Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + size;
    const isWhole = end + 2 <= bytes.length;
    if (!isWhole) return { body: Buffer.concat(parts).toString(), endByte: bytes.length, isComplete: false };
    if (size === 0) return { body: Buffer.concat(parts).toString(), endByte: end + 2, isComplete: true };
    parts.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}

/** Parses the one response in these bytes; `null` until its headers have arrived. */
export function readAnswer(bytes: Buffer): AnswerSeen | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const head = bytes.toString('latin1', 0, headEnd);
  const status = Number(head.slice(9, 12));
  const id = headerOf(head, 'x-request-id');
  const start = headEnd + 4;
  const length = headerOf(head, 'content-length');
  if (length === null) return { status, id, ...chunkedBody(bytes, start) };
  const endByte = start + Number(length);
  const body = bytes.toString('utf8', start, endByte);
  return { status, id, body, isComplete: bytes.length >= endByte, endByte };
}
