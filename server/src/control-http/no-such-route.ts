import { refusal } from '@tollgate/contract/refusals/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

interface KnownRoute {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part).replaceAll('\\*', '.*')));
  return new RegExp(`^${parts.join('/')}$`);
}

/** The methods that a URL supports; empty if there is no such URL. */
export type MethodsAt = (url: string) => ReadonlySet<string>;

/** Records all routes that are added from here on. */
export function collectRoutes(app: FastifyInstance): MethodsAt {
  const known: KnownRoute[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    known.push({ pattern: patternOf(url), methods: [method].flat() });
  });
  return (url) => {
    const path = url.replace(/[?#].*$/s, '');
    return new Set(known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods));
  };
}

type UnknownAddress = 'no_admin_address' | 'no_console_address' | 'no_sign_in_address' | 'no_such_address';

/**
 * Responds to requests without a route: a wrong method gets 405 with `allow`, an unknown URL gets 404.
 * @param unknown the refusal of an unknown URL.
 */
export function noSuchRoute(
  methodsAt: MethodsAt,
  unknown: UnknownAddress,
): (request: FastifyRequest, reply: FastifyReply) => never {
  return (request, reply) => {
    const allowed = methodsAt(request.url);
    if (allowed.size === 0) throw refusal(unknown);
    const methods = [...allowed];
    reply.header('allow', methods.join(', '));
    throw refusal('other_methods', { methods });
  };
}
