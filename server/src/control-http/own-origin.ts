import { ApiError } from '@tollgate/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

function isOwn(request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined || !URL.canParse(origin)) return false;
  return new URL(origin).host === request.headers.host;
}

/**
 * A browser sends some headers automatically, such as the cookie of a sign-in, so they do not prove who initiated a request. A request that
 * changes data must therefore come from a page of this same host.
 * @throws {ApiError} 403
 */
export function requireOwnOrigin(request: FastifyRequest): void {
  if (!reading.has(request.method) && !isOwn(request)) throw new ApiError('foreign_origin');
}

/** The same for all routes of an API. */
export function acceptOwnOriginOnly(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, next) => {
    try {
      requireOwnOrigin(request);
      next();
    } catch (error) {
      next(error as Error);
    }
  });
}
