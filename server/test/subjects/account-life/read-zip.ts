import { inflateRawSync } from 'node:zlib';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;

/** The files of a ZIP by path, as any program would extract them. @throws if it is not a ZIP. */
export function readZip(zip: Buffer): ReadonlyMap<string, Buffer> {
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== endSignature) end -= 1;
  if (end < 0) throw new Error('this is no ZIP');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== entrySignature) throw new Error('an entry of the ZIP is broken');
    const [method, packed, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
    const [nameLength, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const begins = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(begins, begins + packed);
    const content = method === 0 ? bytes : inflateRawSync(bytes);
    if (content.length !== size) throw new Error(`${name} is not whole`);
    files.set(name, content);
    at += 46 + nameLength + extra + comment;
  }
  return files;
}
