import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { PublicDeps, PublicResource } from './public-deps.ts';

/**
 * Adds everything that can be read without a key, also by pages of other sites, to a scope that already has checks, faults and headers. It
 * is served from memory, so frequent requests cost next to nothing, and it works while calls are refused or the database is unavailable.
 */
export function registerPublicApi(app: FastifyInstance, deps: PublicDeps, resources: readonly PublicResource[]): void {
  app.register((scope, _options, done) => {
    // Mail services send forms of either type; their content is ignored.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, parsed) => {
      parsed(null, undefined);
    });
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
      next();
    });
    for (const resource of resources) resource(scope.withTypeProvider<ZodTypeProvider>(), deps);
    done();
  });
}
