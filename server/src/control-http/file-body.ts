import { uploadBytesMax } from '@tollgate/contract/uploads';
import { ApiError } from '@tollgate/contract/errors';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { TypedApp } from './typed-app.ts';

/** Limits the memory of all APIs of this process. */
const uploadsMax = 8;
/** Per account, or for all operators together: a slow sender blocks no other account. */
const uploadsOfOneMax = 2;
const retryAfterSeconds = 5;

function tooLarge(field: string, bytesMax: number): ApiError {
  return refusal('file_too_large', { field, max_mb: bytesMax / 1024 ** 2 }, { param: field });
}

/** The refusal of a file whose type is missing or not accepted. */
function wrongType(field: string, types: readonly string[]): ApiError {
  return refusal('file_of_other_type', { field, types }, { param: field });
}

/** The owners of the uploads in progress. */
const underWay: string[] = [];

interface FileRoutes {
  /** Name of the file in refusals. */
  readonly field: string;
  readonly mediaTypes: readonly string[];
  /** The sender, for the limit on uploads. */
  readonly whose: (request: FastifyRequest) => string;
  /** 5 MiB by default. */
  readonly bytesMax?: number;
  /** Maximum number of uploads of one sender at a time. */
  readonly ofOneMax?: number;
}

/**
 * Adds routes whose body is a file of one of these types instead of JSON. A few uploads are accepted at a time; further ones
 * are asked to retry.
 */
export function acceptFiles(
  app: TypedApp,
  { field, mediaTypes, whose, bytesMax = uploadBytesMax, ofOneMax = uploadsOfOneMax }: FileRoutes,
  add: (files: TypedApp) => void,
): void {
  void app.register((scope, _options, done) => {
    /** Per request with a slot, the function that releases it. */
    const leavings = new WeakMap<FastifyRequest, () => void>();
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser([...mediaTypes], { parseAs: 'buffer', bodyLimit: bytesMax }, (_request, bytes, parsed) => {
      parsed(null, bytes);
    });
    scope.setErrorHandler((error: unknown) => {
      const { code } = error as { readonly code?: unknown };
      if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') throw tooLarge(field, bytesMax);
      throw code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'unsupported_media_type' ? wrongType(field, mediaTypes) : error;
    });
    scope.addHook('onRequest', (request, _reply, next) => {
      const name = whose(request);
      const { socket } = request.raw;
      // A client that has left gets no slot, because no event would release it.
      if (socket.destroyed) {
        next();
        return;
      }
      if (underWay.length >= uploadsMax || underWay.filter((one) => one === name).length >= ofOneMax) {
        next(refusal('uploads_busy', {}, { retryAfterSeconds }));
        return;
      }
      const leave = (): void => {
        if (!leavings.delete(request)) return;
        underWay.splice(underWay.indexOf(name), 1);
        socket.off('close', leave);
      };
      underWay.push(name);
      leavings.set(request, leave);
      // If the client disconnects, no response event follows.
      socket.on('close', leave);
      next();
    });
    scope.addHook('onResponse', (request, _reply, next) => {
      leavings.get(request)?.();
      next();
    });
    add(scope.withTypeProvider<ZodTypeProvider>());
    done();
  });
}

/**
 * The file of a request.
 * @throws {ApiError} 415 if it has none.
 */
export function fileOf({ body }: Pick<FastifyRequest, 'body'>): Buffer {
  if (!Buffer.isBuffer(body)) throw new ApiError('unsupported_media_type');
  return body;
}
