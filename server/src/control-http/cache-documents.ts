import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Best first. */
const codings = [
  ['br', promisify(brotliCompress)],
  ['gzip', promisify(gzip)],
] as const;

/** One document as it leaves: plain, and compressed as soon as that is done. */
interface KeptDocument {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly compressed: Map<string, Buffer>;
}

function keep(text: string, type: string): KeptDocument {
  const plain = Buffer.from(text);
  // Weak, because it names the document and not the coding it is sent in.
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const kept: KeptDocument = { type, etag, plain, compressed: new Map() };
  for (const [coding, compress] of codings) {
    compress(plain).then(
      (bytes) => kept.compressed.set(coding, bytes),
      // It is sent plain then.
      () => undefined,
    );
  }
  return kept;
}

function isListed(list: string | undefined, wanted: string): boolean {
  return list?.split(',').some((item) => item.trim() === wanted) ?? false;
}

/** A coding with a weight is not taken: clients that weigh are few, and plain is right for all of them. */
function codingFor(document: KeptDocument, accepted: string | undefined): string | null {
  const found = codings.find(([coding]) => document.compressed.has(coding) && isListed(accepted, coding));
  return found === undefined ? null : found[0];
}

function describe(reply: FastifyReply, { etag }: KeptDocument): void {
  reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
}

function send(request: FastifyRequest, reply: FastifyReply, document: KeptDocument): void {
  describe(reply, document);
  if (isListed(request.headers['if-none-match'], document.etag)) {
    void reply.code(304).send();
    return;
  }
  const coding = codingFor(document, request.headers['accept-encoding']);
  if (coding !== null) reply.header('content-encoding', coding);
  void reply.type(document.type).send(coding === null ? document.plain : document.compressed.get(coding));
}

/**
 * Answers these routes of `app`, which is to have them, from memory once they have been answered: anybody may ask for them,
 * and each of them takes a tenth of a second to make. Add before them.
 * @param routes as they are registered; their answers must depend on nothing in the request.
 */
export function cacheDocuments(app: FastifyInstance, routes: ReadonlySet<string>): void {
  const kept = new Map<string, KeptDocument>();
  app.addHook('onRequest', (request, reply, next) => {
    const document = kept.get(request.routeOptions.url ?? '');
    if (document === undefined) next();
    else send(request, reply, document);
  });
  app.addHook('onSend', (request, reply, payload, next) => {
    const url = request.routeOptions.url ?? '';
    if (routes.has(url) && !kept.has(url) && reply.statusCode === 200 && typeof payload === 'string') {
      const document = keep(payload, String(reply.getHeader('content-type')));
      kept.set(url, document);
      describe(reply, document);
    }
    next(null, payload);
  });
}
