import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { consolePages } from '@tollgate/contract/site/pages';
import type { Region } from '@tollgate/contract/enumerations';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { consoleIsBeingBuilt } from './console-is-being-built.ts';

export interface ClientAddress {
  readonly region: Region;
  readonly url: string;
}

/** Data of the site that the page needs before its first request. */
export interface PageSite {
  readonly name: string;
  /** URL of the site's logo; `null` for the built-in one. */
  readonly logo: string | null;
  /** Whether mails are sent. Without a mail server, the pages promise none. */
  readonly mail: boolean;
  /** How users reach the operator; `null` if no contact is configured. */
  readonly support: string | null;
  /** The gateway's base URLs; empty if it is at the console's. */
  readonly addresses: readonly ClientAddress[];
}

export interface ConsoleFilesOptions {
  /** Never fails, so that the page opens while everything else is unavailable. */
  readonly site: () => Promise<PageSite>;
  /** A random value per response that marks the styles which the page itself wrote. */
  readonly freshNonce: () => string;
  /** The folder of the built console. */
  readonly folder?: URL;
}

/** The result of the build: the files in assets/, and their compressed forms. */
interface Built {
  readonly files: Readonly<Record<string, readonly ('br' | 'gzip')[]>>;
  readonly index: string;
}

const usualFolder = new URL('../../../console/dist/', import.meta.url);

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const suffixes = { br: '.br', gzip: '.gz' } as const;

/**
 * The page consists only of our files and connects only to us: to the console, and to the gateway if that has a separate origin. Ant Design
 * adds styles at runtime, which carry the nonce.
 */
function policy(nonce: string, addresses: readonly ClientAddress[] = []): string {
  const gateways = addresses.map(({ url }) => ` ${new URL(url).origin}`).join('');
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${gateways}`,
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** The built page with the name of the site, so that the title is right before any script runs. */
function pageOf(index: string, { name, logo, mail, support, addresses }: PageSite, nonce: string): string {
  const written = index
    .replaceAll('{style-nonce}', nonce)
    .replace('{client-addresses}', () => escaped(JSON.stringify(addresses)))
    .replace('{site}', () => escaped(JSON.stringify({ name, logo, mail, support })))
    .replaceAll('{service-name}', () => escaped(name));
  return logo === null ? written : written.replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${escaped(logo)}" />`);
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${String(character.charCodeAt(0))};`);
}

/** Keeps the result of the build in memory, and loads it again after a new build. */
function followBuild(folder: URL): () => Built | null {
  const list = new URL('built.json', folder);
  let seenMs = 0;
  let built: Built | null = null;
  return () => {
    const writtenMs = statSync(list, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (writtenMs !== seenMs) {
      seenMs = writtenMs;
      const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
      built = writtenMs === 0 ? null : { ...(JSON.parse(read('built.json')) as Built), index: read('index.html') };
    }
    return built;
  };
}

/** `/pricing/$` in the framework's notation. */
function routeOf(page: string): string {
  return page.replace(/\$$/, '*').replaceAll('$', ':');
}

function headers(reply: FastifyReply, csp: string): FastifyReply {
  return reply.headers({
    'content-security-policy': csp,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
}

/**
 * Serves the console: its page at the pages' URLs, and its files, which never change under their names. Also handles URLs without a file or
 * page.
 */
export function registerConsoleFiles(
  app: FastifyInstance,
  options: ConsoleFilesOptions,
): (reply: FastifyReply) => Promise<FastifyReply> {
  const { site, freshNonce, folder = usualFolder } = options;
  const current = followBuild(folder);
  async function send(reply: FastifyReply): Promise<FastifyReply> {
    const nonce = freshNonce();
    const built = current();
    const whose = await site();
    void headers(reply, policy(nonce, whose.addresses)).type('text/html; charset=utf-8').header('cache-control', 'no-store');
    if (built === null)
      return reply
        .code(503)
        .header('retry-after', '2')
        .send(consoleIsBeingBuilt(nonce, escaped(whose.name)));
    return reply.send(pageOf(built.index, whose, nonce));
  }
  for (const page of consolePages) app.get(routeOf(page), { schema: { hide: true } }, (_request, reply) => send(reply));
  app.get<{ Params: { file: string } }>('/assets/:file', { schema: { hide: true } }, async (request, reply) => {
    const { file } = request.params;
    const compressed = current()?.files[file];
    if (compressed === undefined) {
      reply.callNotFound();
      return reply;
    }
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = compressed.find((name) => accepted.includes(name));
    const content = await readFile(new URL(`assets/${file}${encoding === undefined ? '' : suffixes[encoding]}`, folder));
    if (encoding !== undefined) void reply.header('content-encoding', encoding);
    return headers(reply, "default-src 'none'")
      .type(types[extname(file)] ?? 'application/octet-stream')
      .headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' })
      .send(content);
  });
  return send;
}
