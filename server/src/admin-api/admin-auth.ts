import { hash, timingSafeEqual } from 'node:crypto';
import { ApiError } from '@tollgate/contract/errors';
import type { FastifyRequest } from 'fastify';
import { operator, type Principal } from '../control/principal.ts';
import type { AdminDeps } from './admin-deps.ts';

const scheme = 'Bearer ';
/** Longer text is no token; it is refused before it is hashed. */
const tokenLengthMax = 512;

/** The address a request came from, past trusted proxies. */
function sourceOf(deps: Pick<AdminDeps, 'sourceIp'>, request: FastifyRequest): string {
  const { socket, headersDistinct } = request.raw;
  return deps.sourceIp(socket.remoteAddress, headersDistinct['x-forwarded-for'] ?? []);
}

/**
 * Who asks: whoever has the administrator token is an operator. The audit log gets the name of the credential, whatever the
 * client calls itself.
 */
export function principalOf(deps: Pick<AdminDeps, 'sourceIp'>, request: FastifyRequest): Principal {
  return operator('admin-token', sourceOf(deps, request));
}

/** Digests are compared instead of the tokens: they have one length, and their first difference tells nothing. */
function digest(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/**
 * Lets a request with the administrator token through. Wrong tokens are counted per source address; the right one always
 * passes, so nobody can lock the administrator out.
 */
export function createAdminAuth(deps: AdminDeps): (request: FastifyRequest) => void {
  if (deps.adminToken.length < 16) throw new RangeError('the administrator token must have at least 16 characters');
  const expected = digest(deps.adminToken);

  function isRight(request: FastifyRequest): boolean {
    const values = request.raw.headersDistinct.authorization ?? [];
    const [header = ''] = values;
    if (values.length !== 1 || header.length > tokenLengthMax || !header.startsWith(scheme)) return false;
    return timingSafeEqual(digest(header.slice(scheme.length)), expected);
  }

  return (request) => {
    if (isRight(request)) return;
    const source = sourceOf(deps, request);
    const nowMs = deps.control.clock.nowMs();
    if (!deps.failedAttempts.record(source, nowMs)) throw new ApiError('invalid_admin_token');
    throw new ApiError('too_many_failed_attempts', {
      message: 'Too many requests with an incorrect administrator token came from this address.',
      retryAfterSeconds: Math.max(1, Math.ceil(deps.failedAttempts.retryAfterMs(source, nowMs) / 1000)),
    });
  };
}
