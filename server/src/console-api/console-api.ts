import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { acceptJsonOnly } from '../control-http/json-body.ts';
import { collectRoutes, noSuchRoute } from '../control-http/no-such-route.ts';
import { acceptOwnOriginOnly } from '../control-http/own-origin.ts';
import type { ConsoleDeps, ConsoleResource } from './console-deps.ts';
import { createConsoleAuth } from './request-principal.ts';

/** For a body without a sign-in: a token, an address, a password. */
const strangersBytesMax = 16 * 1024;

/** The path prefix of an account's routes. */
const accountPath = '/accounts/:accountId';

/**
 * Adds the console API below `/api/console`, to a scope that already has checks, faults and headers. Each route declares in its
 * `config.who` who may call it; a route without this is a bug and prevents the start.
 */
export function registerConsoleApi(app: FastifyInstance, deps: ConsoleDeps, resources: readonly ConsoleResource[]): void {
  app.register(
    (scope, _options, done) => {
      acceptJsonOnly(scope);
      acceptOwnOriginOnly(scope);
      scope.addHook('onRequest', createConsoleAuth(deps));
      scope.addHook('onRoute', (route) => {
        const { url, config } = route;
        const who = config?.who;
        // Anonymous clients must not be able to have megabytes parsed.
        if (who === 'everybody') route.bodyLimit ??= strangersBytesMax;
        if (who === undefined) throw new Error(`${url} does not say who may call it`);
        const isOfAccounts = url.includes(accountPath);
        if (isOfAccounts !== (who !== 'everybody' && who !== 'signed-in')) throw new Error(`${url} is not for "${who}"`);
      });
      scope.setNotFoundHandler(noSuchRoute(collectRoutes(scope), 'no_console_address'));
      for (const resource of resources) resource(scope.withTypeProvider<ZodTypeProvider>(), deps);
      done();
    },
    { prefix: '/api/console' },
  );
}
