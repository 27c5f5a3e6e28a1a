import type { FastifyInstance } from 'fastify';

const policy = (extra: string): string =>
  `default-src 'none'; ${extra}base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The reference page runs only its own scripts and sends test requests only to this host. */
export const referencePagePolicy = policy(
  "script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; ",
);

/** Headers of every response of the control plane: no caching, no framing, no content sniffing. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({
      'cache-control': 'no-store',
      'content-security-policy': policy(''),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    done();
  });
}
