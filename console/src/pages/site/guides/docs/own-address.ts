import { clientBase } from '../../../../api/client-addresses.ts';

/** The gateway address in the pages: that of a new installation. */
const writtenOrigin = 'http://127.0.0.1:8080';

/** Replaces the address in the text of a page, or `{base}` and `{origin}` in a short guide, with that of this installation. */
export function withOwnAddress(text: string): string {
  const base = clientBase();
  const origin = base.replace(/\/v1$/, '');
  return text
    .replaceAll(`${writtenOrigin}/v1`, base)
    .replaceAll(writtenOrigin, origin)
    .replaceAll('{base}', base)
    .replaceAll('{origin}', origin);
}
