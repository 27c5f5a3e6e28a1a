import { readFileSync } from 'node:fs';
import type {} from '@fastify/swagger';
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

function withAddress(text: string, address: string | null): string {
  if (address === null) return text;
  return text.replaceAll(addressPlace, `<code>${escaped(address)}/v1</code>`);
}

/**
 * The page at the root: says what runs here and whether it is ready.
 * @param clientAddress where clients find the gateway; `null` where this page is.
 */
export function registerHomePage(app: FastifyInstance, clientAddress: () => string | null): void {
  for (const [path, [file, type]] of Object.entries(files)) {
    const text = readFileSync(new URL(file, folder), 'utf8');
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply
        .type(type)
        .header('content-security-policy', "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-cache')
        .send(withAddress(text, clientAddress())),
    );
  }
}
