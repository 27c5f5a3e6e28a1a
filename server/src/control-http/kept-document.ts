import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Best first. */
const codings = [
  ['br', promisify(brotliCompress)],
  ['gzip', promisify(gzip)],
] as const;

/** One document as it leaves: plain, and compressed as soon as that is done. */
export interface KeptDocument {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly compressed: Map<string, Buffer>;
}

/** @param type as `content-type` has it. */
export function keepDocument(text: string, type: string): KeptDocument {
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

export function describeDocument(reply: FastifyReply, { etag }: KeptDocument, cacheControl = 'no-cache'): void {
  reply.headers({ etag, vary: 'accept-encoding', 'cache-control': cacheControl });
}

/** Answers with a document, or with 304 to a client that has it. */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: KeptDocument,
  cacheControl?: string,
): FastifyReply {
  describeDocument(reply, document, cacheControl);
  if (isListed(request.headers['if-none-match'], document.etag)) return reply.code(304).send();
  const coding = codingFor(document, request.headers['accept-encoding']);
  if (coding !== null) reply.header('content-encoding', coding);
  return reply.type(document.type).send(coding === null ? document.plain : document.compressed.get(coding));
}
