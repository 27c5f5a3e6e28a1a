import { ApiError } from '@tollgate/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

interface KnownRoute {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part).replaceAll('\\*', '.*')));
  return new RegExp(`^${parts.join('/')}$`);
}

/**
 * Answers requests for which there is no route, telling a wrong method (405 with `allow`) from an unknown address (404).
 * Made before the routes it shall know, so that it hears of each.
 * @param unknown what is said about an unknown address.
 */
export function noSuchRoute(app: FastifyInstance, unknown: string): (request: FastifyRequest, reply: FastifyReply) => never {
  const known: KnownRoute[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    known.push({ pattern: patternOf(url), methods: [method].flat() });
  });
  return (request, reply) => {
    const path = request.url.replace(/[?#].*$/s, '');
    const allowed = new Set(known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods));
    if (allowed.size === 0) throw new ApiError('unknown_url', { message: unknown });
    const list = [...allowed].join(', ');
    reply.header('allow', list);
    throw new ApiError('method_not_allowed', { message: `This address answers ${list} only.` });
  };
}
