import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { PublicDeps, PublicResource } from './public-deps.ts';

/**
 * Adds everything that can be read without a key, also by pages of other sites: served from memory, so that it costs next to nothing however
 * often it is requested, and works while calls are refused or the database is unavailable. To a scope that has checks, faults and headers
 * already.
 */
export function registerPublicApi(app: FastifyInstance, deps: PublicDeps, resources: readonly PublicResource[]): void {
  app.register((scope, _options, done) => {
    // Mailboxes send forms of either kind; nothing that is sent here is read.
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
