const bytesPerNumber = 4;

/** The length of an embedding in either format; 0 if it is invalid or contains a number that is not finite. */
export function vectorLength(embedding: unknown): number {
  if (typeof embedding === 'string') return lengthOfBase64(embedding);
  return Array.isArray(embedding) && embedding.every(isFiniteFloat) ? embedding.length : 0;
}

/** A number beyond 32 bits would be infinite in the other format. */
function isFiniteFloat(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(Math.fround(value));
}

/** All vectors are decoded into this buffer, one after another, so that no garbage is created. */
let decoded = Buffer.allocUnsafeSlow(16 * 1024);
/** The same bytes as 32-bit integers. */
let patterns = new Int32Array(decoded.buffer);

function makeRoom(bytes: number): void {
  if (bytes <= decoded.length) return;
  decoded = Buffer.allocUnsafeSlow(2 * bytesPerNumber * Math.ceil(bytes / bytesPerNumber));
  patterns = new Int32Array(decoded.buffer);
}

/** Decodes to {@link decoded}; returns 0 for invalid base64. */
function lengthDecoded(text: string): number {
  try {
    return decoded.setFromBase64(text, { lastChunkHandling: 'strict' }).written;
  } catch {
    return 0;
  }
}

/** The numbers are not extracted: most clients request this format and get the bytes unchanged. */
function lengthOfBase64(text: string): number {
  makeRoom(text.length);
  const bytesLength = lengthDecoded(text);
  // The decoder skips blanks, so the text length is checked separately.
  if (bytesLength % bytesPerNumber !== 0 || text.length !== 4 * Math.ceil(bytesLength / 3)) return 0;
  return areFinite(bytesLength) ? bytesLength / bytesPerNumber : 0;
}

const exponent = 0x7f80_0000;

/** The exponent of a number that is not finite has all bits set. Every supported processor is little-endian, like the format. */
function areFinite(bytesLength: number): boolean {
  const count = bytesLength / bytesPerNumber;
  for (let at = 0; at < count; at += 1) if (((patterns[at] as number) & exponent) === exponent) return false;
  return true;
}

/** 32-bit numbers, least significant byte first. */
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
