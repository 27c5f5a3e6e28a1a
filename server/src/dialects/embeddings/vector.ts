const bytesPerNumber = 4;

/** The length of an embedding, in either of its forms; 0 for an invalid one, or one with a number that is not finite. */
export function vectorLength(embedding: unknown): number {
  if (typeof embedding === 'string') return lengthOfBase64(embedding);
  return Array.isArray(embedding) && embedding.every(isFiniteFloat) ? embedding.length : 0;
}

/** A number beyond 32 bits would be infinite in the other form. */
function isFiniteFloat(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(Math.fround(value));
}

/** Vectors are decoded into it one after the other, so that nothing is left to collect. */
let decoded = Buffer.allocUnsafeSlow(16 * 1024);
/** The same, by number. */
let patterns = new Int32Array(decoded.buffer);

function makeRoom(bytes: number): void {
  if (bytes <= decoded.length) return;
  decoded = Buffer.allocUnsafeSlow(2 * bytesPerNumber * Math.ceil(bytes / bytesPerNumber));
  patterns = new Int32Array(decoded.buffer);
}

/** Decodes to {@link decoded}; 0 for invalid base64. */
function lengthDecoded(text: string): number {
  try {
    return decoded.setFromBase64(text, { lastChunkHandling: 'strict' }).written;
  } catch {
    return 0;
  }
}

/** Not decoded to numbers, because most clients request this form and get the bytes unchanged. */
function lengthOfBase64(text: string): number {
  makeRoom(text.length);
  const bytesLength = lengthDecoded(text);
  // The decoder passes over blanks.
  if (bytesLength % bytesPerNumber !== 0 || text.length !== 4 * Math.ceil(bytesLength / 3)) return 0;
  return areFinite(bytesLength) ? bytesLength / bytesPerNumber : 0;
}

const exponent = 0x7f80_0000;

/** The exponent of a number that is not finite has all bits set. Every processor that runs this is little-endian, like the format. */
function areFinite(bytesLength: number): boolean {
  const count = bytesLength / bytesPerNumber;
  for (let at = 0; at < count; at += 1) if (((patterns[at] as number) & exponent) === exponent) return false;
  return true;
}

/** Numbers of 32 bits, the lowest byte first. */
export function vectorAsBase64(vector: readonly number[]): string {
  const bytes = Buffer.allocUnsafe(vector.length * bytesPerNumber);
  for (const [position, value] of vector.entries()) bytes.writeFloatLE(value, position * bytesPerNumber);
  return bytes.toString('base64');
}

/** As JSON text, exact to the last bit. */
export function vectorAsNumbers(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  const numbers: string[] = [];
  for (let at = 0; at < bytes.length; at += bytesPerNumber) {
    const value = bytes.readFloatLE(at);
    numbers.push(Object.is(value, -0) ? '-0' : String(value));
  }
  return `[${numbers.join(',')}]`;
}
