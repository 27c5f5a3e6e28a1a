/** PNG, JPEG, GIF, WebP, AVIF and HEIC, SVG: the formats that vendors of image models document. */
const beginnings = [
  /^\x89PNG\r\n\x1a\n/,
  /^\xff\xd8\xff/,
  /^GIF8[79]a/,
  /^RIFF[^]{4}WEBP/,
  /^[^]{4}ftyp(?:avi|hei|hev|mif|msf)/,
  /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|svg|!--|!doctype svg)/i,
];

/** Number of bytes that the longest signature needs. */
export const beginningBytes = 48;

/** Whether a file begins like an image. */
export function beginsAsPicture(file: Buffer): boolean {
  const text = file.toString('latin1', 0, beginningBytes);
  return beginnings.some((beginning) => beginning.test(text));
}
