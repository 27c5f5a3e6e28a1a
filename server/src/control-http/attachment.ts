const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/ofd': 'ofd',
  'application/xml': 'xml',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/**
 * Headers of an uploaded file: browsers save it, regardless of its content, and never display it.
 * @param name without an extension; only letters, digits and `-`.
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
