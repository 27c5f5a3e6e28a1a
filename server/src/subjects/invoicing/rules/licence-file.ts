import type { InvoiceFormat, LicenceType } from '@tollgate/contract/invoicing/invoicing';
import { isPdf } from '../../../platform/is-pdf.ts';

/** A cleaned file, ready to store. */
export interface CleanFile {
  readonly mediaType: LicenceType;
  /** Without metadata from cameras and programs: place, time, device, comments. */
  readonly bytes: Buffer;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Chunks that are part of the image; texts, times and EXIF are removed. */
const pngChunks = new Set(['IHDR', 'PLTE', 'IDAT', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'bKGD', 'pHYs']);
const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex');
const chunkOverhead = 12;

/** Copies length, name, data and checksum of the chunks, in order; `null` if the image is invalid. */
function cleanPng(bytes: Buffer): Buffer | null {
  const kept: Buffer[] = [pngSignature];
  for (let at = pngSignature.length; at + chunkOverhead <= bytes.length;) {
    const end = at + chunkOverhead + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length || (kept.length === 1 && name !== 'IHDR')) return null;
    // Ends here; data in or after the last chunk is not part of the image.
    if (name === 'IEND') return Buffer.concat([...kept, pngEnd]);
    if (pngChunks.has(name)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
}

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe, firstApplication: 0xe0, lastApplication: 0xef };
/** Application segments that affect the display: JFIF, colour profile, Adobe. */
const applicationsKept = new Set([0xe0, 0xe2, 0xee]);

function isKept(code: number): boolean {
  if (code === marker.comment) return false;
  return code < marker.firstApplication || code > marker.lastApplication || applicationsKept.has(code);
}

/** Position of the next marker. In image data, 0xff only occurs before 0 and before restarts. */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1] ?? 0;
    if (code !== 0 && code !== 0xff && (code < 0xd0 || code > 0xd7)) return at;
  }
  return -1;
}

function cleanJpeg(bytes: Buffer): Buffer | null {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let hasPicture = false;
  for (let at = 2; at + 4 <= bytes.length || bytes[at + 1] === marker.end;) {
    const code = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return null;
    if (code === marker.end) {
      kept.push(bytes.subarray(at, at + 2));
      return hasPicture ? Buffer.concat(kept) : null;
    }
    let end = at + 2 + bytes.readUInt16BE(at + 2);
    if (code === marker.scan) {
      hasPicture = true;
      end = nextMarker(bytes, end);
    }
    if (end < at + 4 || end > bytes.length) return null;
    if (isKept(code)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
}

/** Cleans an uploaded licence based on its content, not its name; `null` if it is not a complete PDF, JPEG or PNG. */
export function readLicence(bytes: Buffer): CleanFile | null {
  if (isPdf(bytes)) return { mediaType: 'application/pdf', bytes };
  const isPng = bytes.subarray(0, pngSignature.length).equals(pngSignature);
  const isJpeg = bytes[0] === 0xff && bytes[1] === marker.start && bytes[2] === 0xff;
  const clean = isPng ? cleanPng(bytes) : isJpeg ? cleanJpeg(bytes) : null;
  if (clean === null) return null;
  return { mediaType: isPng ? 'image/png' : 'image/jpeg', bytes: clean };
}

/** Whether the first bytes of a file match this invoice format. */
export function isInvoiceFile(format: InvoiceFormat, bytes: Buffer): boolean {
  if (format === 'pdf') return isPdf(bytes);
  // A ZIP archive whose entry page has this name.
  if (format === 'ofd') return bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004' && bytes.includes('OFD.xml');
  return /^\ufeff?\s*<(?:\?xml|[A-Za-z])/.test(bytes.subarray(0, 200).toString('utf8'));
}
