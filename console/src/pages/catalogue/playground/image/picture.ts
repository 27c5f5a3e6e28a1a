export interface Picture {
  /** A URL of this page; null for an image that is only at its provider. */
  readonly url: string;
  readonly isHere: boolean;
  readonly extension: string;
}

interface ImageAnswer {
  readonly data: readonly { readonly b64_json?: string | null; readonly url?: string | null }[];
}

/** The media type of an image, by its first bytes. */
function typeOf(base64: string): string {
  if (base64.startsWith('/9j/')) return 'jpeg';
  if (base64.startsWith('UklGR')) return 'webp';
  return base64.startsWith('R0lGOD') ? 'gif' : 'png';
}

/** The images of a response, for display and download. */
export function picturesOf(body: unknown): readonly Picture[] {
  return (body as ImageAnswer).data.flatMap(({ b64_json: base64, url }): readonly Picture[] => {
    if (typeof base64 === 'string') {
      const extension = typeOf(base64);
      return [{ url: `data:image/${extension};base64,${base64}`, isHere: true, extension }];
    }
    return typeof url === 'string' && /^https?:/.test(url) ? [{ url, isHere: false, extension: '' }] : [];
  });
}
