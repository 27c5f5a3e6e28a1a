import { clientBase } from '../../../../api/client-addresses.ts';

/** Where the pages say that the gateway is: the address of a first start. */
const writtenOrigin = 'http://127.0.0.1:8080';

/** The text of a page, or of a short guide with its `{base}` and `{origin}`, with the address of this installation. */
export function withOwnAddress(text: string): string {
  const base = clientBase();
  const origin = base.replace(/\/v1$/, '');
  return text
    .replaceAll(`${writtenOrigin}/v1`, base)
    .replaceAll(writtenOrigin, origin)
    .replaceAll('{base}', base)
    .replaceAll('{origin}', origin);
}
