import { readFileSync } from 'node:fs';
import type {} from '@fastify/swagger';
import type { Region } from '@tollgate/contract/enumerations';
import type { FastifyInstance } from 'fastify';

const folder = new URL('../../../console/src/', import.meta.url);
const files: Readonly<Record<string, readonly [string, string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/assets/icon.svg': ['assets/icon.svg', 'image/svg+xml'],
  '/assets/style.css': ['assets/style.css', 'text/css; charset=utf-8'],
  '/assets/status.js': ['assets/status.js', 'text/javascript; charset=utf-8'],
};

const addressPlace = '<code data-base-address>/v1</code>';

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${String(character.charCodeAt(0))};`);
}

const regions: Readonly<Record<Region, string>> = { domestic: '境内 · domestic', overseas: '境外 · overseas' };

/** With several, each says which region it is for. */
function shown({ url, region }: ClientAddress, isAlone: boolean): string {
  const code = `<code>${escaped(url)}/v1</code>`;
  return isAlone ? code : `${code} (${regions[region]})`;
}

function withAddresses(text: string, addresses: readonly ClientAddress[]): string {
  if (addresses.length === 0) return text;
  return text.replaceAll(addressPlace, addresses.map((address) => shown(address, addresses.length === 1)).join(', '));
}

export interface ClientAddress {
  readonly region: Region;
  readonly url: string;
}

/**
 * The page at the root: says what runs here and whether it is ready.
 * @param clientAddresses where clients find the gateway; none where this page is.
 */
export function registerHomePage(app: FastifyInstance, clientAddresses: () => readonly ClientAddress[]): void {
  for (const [path, [file, type]] of Object.entries(files)) {
    const text = readFileSync(new URL(file, folder), 'utf8');
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply
        .type(type)
        .header('content-security-policy', "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-cache')
        .send(withAddresses(text, clientAddresses())),
    );
  }
}
