import type { FormPart } from '../json/scanned-body.ts';

/** The `Content-Type` of a form written with a boundary. */
export function formType(boundary: string): string {
  return `multipart/form-data; boundary=${boundary}`;
}

function headOf({ name, file }: FormPart, boundary: string): string {
  const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
  return file === null
    ? `${disposition}\r\n\r\n`
    : `${disposition}; filename="${file.name}"\r\nContent-Type: ${file.type}\r\n\r\n`;
}

/**
 * Writes a form whose headers all readers interpret in the same way.
 * @param boundary must not be anything that a client could have put into a part.
 */
export function writeForm(parts: readonly FormPart[], boundary: string): Buffer {
  const pieces = parts.flatMap((part) => [Buffer.from(headOf(part, boundary)), part.content, Buffer.from('\r\n')]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}
