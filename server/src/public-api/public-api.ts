import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { announcementsResource } from './announcements.ts';
import { statusResource } from './status.ts';
import type { PublicDeps, PublicResource } from './public-deps.ts';

const resources: readonly PublicResource[] = [announcementsResource, statusResource];

/**
 * Adds what everybody may read without a key, pages of others included: told from memory, so that it costs next to nothing however
 * often it is asked for, and goes on while calls are refused or the database is away. Into a scope that has checks, faults and
 * headers already.
 */
export function registerPublicApi(app: FastifyInstance, deps: PublicDeps): void {
  app.register((scope, _options, done) => {
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
      next();
    });
    for (const resource of resources) resource(scope.withTypeProvider<ZodTypeProvider>(), deps);
    done();
  });
}
