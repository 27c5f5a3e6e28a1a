/** Characters that have a special meaning in a JSON string, or end it. */
const meaningful = /["\\\u0000-\u001f]/;

/** The value of a JSON string from the text between its quotes; `null` if that is not the content of one string. */
export function stringContent(inside: string): string | null {
  if (!meaningful.test(inside)) return inside;
  try {
    return JSON.parse(`"${inside}"`) as string;
  } catch {
    return null;
  }
}

/** Copies text to bytes outside the buffer pool: bytes kept for the duration of a stream would keep the whole pool in memory. */
export function unpooled(text: string): Buffer {
  const bytes = Buffer.alloc(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
