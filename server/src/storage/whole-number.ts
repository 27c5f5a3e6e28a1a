/** Reads a whole number as an engine answers it: sums come back as text from some. Nothing is 0. */
export function wholeNumber(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  return typeof value === 'string' || typeof value === 'number' ? BigInt(value) : 0n;
}
