import { ApiError } from '@tollgate/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const bodyBytesMax = 1024 * 1024;

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ApiError('invalid_encoding');
  }
}

function parse(request: FastifyRequest, bytes: Buffer): unknown {
  const charset = /charset\s*=\s*"?([^;"\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw new ApiError('unsupported_media_type');
  const text = decode(bytes);
  // Requests without a body (a reset, a deletion) often have the content type anyway.
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ApiError('invalid_json');
  }
}

/** Accepts only JSON in UTF-8, up to 1 MiB. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (request, bytes: Buffer, done) => {
    try {
      if (request.headers['content-encoding'] !== undefined) throw new ApiError('unsupported_media_type');
      done(null, parse(request, bytes));
    } catch (error) {
      done(error as Error);
    }
  });
}
