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
  /** Where its picture is; `null`: the one that comes along. */
  readonly logo: string | null;
  /** Whether mails are sent: without a mail server, the pages promise none. */
  readonly mail: boolean;
  /** How users reach the operator; `null`: nothing is named. */
  readonly support: string | null;
  /** Where clients find the gateway; empty if it is at the console's address. */
  readonly addresses: readonly ClientAddress[];
}

export interface ConsoleFilesOptions {
  /** Never fails: the page opens while everything else is away. */
  readonly site: () => Promise<PageSite>;
  /** Random, for each answer: which styles the page itself wrote. */
  readonly freshNonce: () => string;
  /** Where the built console is. */
  readonly folder?: URL;
}

/** The result of the build: the files below assets/, and their compressed forms. */
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
 * The page consists of our files and connects only to us: to the console, and to the gateway if that has a separate address. Ant Design
 * writes styles as it runs; those carry the nonce.
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

/** The page from the build, with the name of the site: its title is there before any script runs. */
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

/** Keeps the result of the build, and reads it again when there is a new build. */
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

/** `/pricing/$` as the framework says it. */
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
 * Serves the console: its page at the addresses of pages, and its files, which never change under their names. Answers what sends
 * the page to another address: it says itself that there is nothing.
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
