import { uploadBytesMax } from '@tollgate/contract/invoicing';
import { ApiError } from '@tollgate/contract/errors';
import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { TypedApp } from './typed-app.ts';

/** What all interfaces of this process hold in memory is bounded by it. */
const uploadsMax = 8;
/** Of one account, or of the operators: who sends slowly holds up nobody else. */
const uploadsOfOneMax = 2;
const retryAfterSeconds = 5;

/** Whose uploads are under way. */
const underWay: string[] = [];

interface FileRoutes {
  readonly mediaTypes: readonly string[];
  /** Who sends, as far as a bound on uploads goes. */
  readonly whose: (request: FastifyRequest) => string;
}

/**
 * Adds routes whose body is a file of one of these types, up to 5 MiB, and no JSON. A few are taken at a time; further ones are
 * asked to come again.
 */
export function takeFiles(app: TypedApp, { mediaTypes, whose }: FileRoutes, add: (files: TypedApp) => void): void {
  void app.register((scope, _options, done) => {
    const holders = new WeakMap<FastifyRequest, string>();
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser([...mediaTypes], { parseAs: 'buffer', bodyLimit: uploadBytesMax }, (_request, bytes, parsed) => {
      parsed(null, bytes);
    });
    scope.addHook('onRequest', (request, _reply, next) => {
      const name = whose(request);
      if (underWay.length >= uploadsMax || underWay.filter((one) => one === name).length >= uploadsOfOneMax) {
        const message = 'Too many files are being uploaded. Send it again in a few seconds.';
        next(new ApiError('rate_limit_exceeded', { message, retryAfterSeconds }));
        return;
      }
      underWay.push(name);
      holders.set(request, name);
      next();
    });
    scope.addHook('onResponse', (request, _reply, next) => {
      const name = holders.get(request);
      if (name !== undefined) underWay.splice(underWay.indexOf(name), 1);
      holders.delete(request);
      next();
    });
    add(scope.withTypeProvider<ZodTypeProvider>());
    done();
  });
}

/** The file of a request. @throws {ApiError} 415 where it has none */
export function fileOf({ body }: Pick<FastifyRequest, 'body'>): Buffer {
  if (!Buffer.isBuffer(body)) throw new ApiError('unsupported_media_type');
  return body;
}
