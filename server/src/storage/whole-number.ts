/** Reads an integer from an engine: some return sums as text. Null counts as 0. */
export function wholeNumber(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  return typeof value === 'string' || typeof value === 'number' ? BigInt(value) : 0n;
}
