import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { checkBySchemas } from '../control-http/check-by-schemas.ts';
import { answerFault } from '../control-http/fault-answer.ts';
import { acceptJsonOnly } from '../control-http/json-body.ts';
import { collectRoutes, noSuchRoute } from '../control-http/no-such-route.ts';
import { describeRoutes, serveReference } from '../control-http/openapi-document.ts';
import { addSecurityHeaders } from '../control-http/security-headers.ts';
import { createAdminAuth } from './admin-auth.ts';
import type { AdminDeps, AdminResource } from './admin-deps.ts';
import { adminDocument } from './admin-document.ts';
import { nameNodesBehind } from './nodes-behind.ts';

/**
 * Adds the admin API below `/api/admin`, its OpenAPI document at `/openapi.json` and the reference at `/docs/api`. All URLs below
 * `/api/admin` require the administrator token, even unknown ones.
 * @param beside adds APIs that share its checks, faults, headers and document.
 */
export async function registerAdminApi(
  app: FastifyInstance,
  deps: AdminDeps,
  resources: readonly AdminResource[],
  beside: (scope: FastifyInstance) => void = () => undefined,
): Promise<void> {
  await app.register(async (scope) => {
    checkBySchemas(scope);
    addSecurityHeaders(scope);
    scope.setErrorHandler(answerFault(deps.logger));
    await describeRoutes(scope, adminDocument(deps));
    await scope.register(
      (admin, _options, done) => {
        acceptJsonOnly(admin);
        const authenticate = createAdminAuth(deps);
        admin.addHook('onRequest', authenticate);
        admin.addHook('onRoute', (route) => {
          route.schema = { security: [{ adminToken: [] }], ...route.schema };
        });
        admin.setNotFoundHandler(noSuchRoute(collectRoutes(admin), 'no_admin_address'));
        nameNodesBehind(admin, deps.nodesBehind);
        for (const resource of resources) resource(admin.withTypeProvider<ZodTypeProvider>(), deps);
        done();
      },
      { prefix: '/api/admin' },
    );
    beside(scope);
    await serveReference(scope, deps.gatewayPaths);
  });
}
