const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/ofd': 'ofd',
  'application/xml': 'xml',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/**
 * Headers of a file that somebody has uploaded: it is saved, whatever it holds, and never shown by the browser.
 * @param name without its ending, of letters, digits and `-` alone.
 */
export function attachmentHeaders(name: string, mediaType: string): Readonly<Record<string, string>> {
  return {
    'content-type': mediaType,
    'content-disposition': `attachment; filename="${name}.${endings[mediaType] ?? 'bin'}"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
  };
}
