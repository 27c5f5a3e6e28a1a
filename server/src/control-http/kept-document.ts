import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** In order of preference. */
const codings = [
  ['br', promisify(brotliCompress)],
  ['gzip', promisify(gzip)],
] as const;

/** A document in the forms in which it is sent: plain, and compressed as soon as compression is done. */
export interface KeptDocument {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly compressed: Map<string, Buffer>;
}

/** @param type the value for `content-type`. */
export function keepDocument(text: string, type: string): KeptDocument {
  const plain = Buffer.from(text);
  // Weak, because it identifies the document and not the encoding in which it is sent.
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const kept: KeptDocument = { type, etag, plain, compressed: new Map() };
  for (const [coding, compress] of codings) {
    compress(plain).then(
      (bytes) => kept.compressed.set(coding, bytes),
      // The document is then sent uncompressed.
      () => undefined,
    );
  }
  return kept;
}

function isListed(list: string | undefined, wanted: string): boolean {
  return list?.split(',').some((item) => item.trim() === wanted) ?? false;
}

/** An encoding with a weight is not used: few clients send weights, and uncompressed is right for all of them. */
function codingFor(document: KeptDocument, accepted: string | undefined): string | null {
  const found = codings.find(([coding]) => document.compressed.has(coding) && isListed(accepted, coding));
  return found === undefined ? null : found[0];
}

export function describeDocument(reply: FastifyReply, { etag }: KeptDocument, cacheControl = 'no-cache'): void {
  reply.headers({ etag, vary: 'accept-encoding', 'cache-control': cacheControl });
}

/** Sends a document, or 304 to a client that already has it. */
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
