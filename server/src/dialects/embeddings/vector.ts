const bytesPerNumber = 4;

/** The numbers of an embedding in either of its forms; `null` if it is none, or holds what is not a finite number. */
export function readVector(embedding: unknown): readonly number[] | null {
  const numbers = typeof embedding === 'string' ? fromBase64(embedding) : embedding;
  return Array.isArray(numbers) && numbers.length > 0 && numbers.every(isFiniteFloat) ? numbers : null;
}

/** What has no place among numbers of 32 bits would be infinite in the other form. */
function isFiniteFloat(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(Math.fround(value));
}

function fromBase64(text: string): number[] | null {
  const bytes = Buffer.from(text, 'base64');
  // The decoder passes over what is not base64.
  if (bytes.length % bytesPerNumber !== 0 || bytes.toString('base64') !== text) return null;
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length; at += bytesPerNumber) numbers.push(bytes.readFloatLE(at));
  return numbers;
}

/** Numbers of 32 bits, the lowest byte first. */
export function vectorAsBase64(vector: readonly number[]): string {
  const bytes = Buffer.allocUnsafe(vector.length * bytesPerNumber);
  for (const [position, value] of vector.entries()) bytes.writeFloatLE(value, position * bytesPerNumber);
  return bytes.toString('base64');
}

/** As JSON text, exact to the last bit. */
export function vectorAsNumbers(vector: readonly number[]): string {
  return `[${vector.map((value) => (Object.is(value, -0) ? '-0' : String(value))).join(',')}]`;
}
