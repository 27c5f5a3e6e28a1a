/** The first and the last byte, both inclusive. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

const form = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * Reads a `range` header for a file of `bytes` bytes. `null` means the whole file, which is also the result for invalid headers and several
 * ranges (RFC 9110, 14.2).
 */
export function readByteRange(header: string | undefined, bytes: number): ByteRange | 'outside' | null {
  const [, first, last] = form.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return null;
  if (first === '') return Number(last) === 0 ? 'outside' : { from: Math.max(0, bytes - Number(last)), to: bytes - 1 };
  const [from, to] = [Number(first), last === '' ? Infinity : Number(last)];
  if (to < from) return null;
  return from >= bytes ? 'outside' : { from, to: Math.min(to, bytes - 1) };
}
