import type { FastifyInstance } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { safeParse, type $ZodType } from 'zod/v4/core';
import { createAdminAuth } from './admin-auth.ts';
import type { AdminDeps, AdminResource } from './admin-deps.ts';
import { answerFault } from './fault-answer.ts';
import { takeJsonOnly } from './json-body.ts';
import { nameNodesBehind } from './nodes-behind.ts';
import { collectRoutes, noSuchRoute } from './no-such-route.ts';
import { describeRoutes, serveReference } from './openapi.ts';
import { readFault } from './read-fault.ts';
import { addSecurityHeaders } from './security-headers.ts';

const wholes: Readonly<Record<string, string>> = { body: 'The request body', querystring: 'The query', params: 'The address' };

/** Requests are checked by the schemas that describe them; what is wrong is said in sentences. */
function checkBySchemas(app: FastifyInstance): void {
  app.setValidatorCompiler<$ZodType>(({ schema, httpPart }) => (data) => {
    const result = safeParse(schema, data, { reportInput: true });
    return result.success ? { value: result.data } : { error: readFault(result.error, wholes[httpPart ?? ''] ?? 'The request') };
  });
  app.setSerializerCompiler(serializerCompiler);
}

/**
 * Adds the administrator interface below `/api/admin`, its OpenAPI document at `/openapi.json` and the reference at
 * `/docs`. Everything below `/api/admin` needs the administrator token, unknown addresses included.
 */
export async function registerAdminApi(
  app: FastifyInstance,
  deps: AdminDeps,
  resources: readonly AdminResource[],
): Promise<void> {
  await app.register(async (scope) => {
    checkBySchemas(scope);
    addSecurityHeaders(scope);
    scope.setErrorHandler(answerFault(deps.logger));
    await describeRoutes(scope, deps);
    await scope.register(
      (admin, _options, done) => {
        takeJsonOnly(admin);
        const authenticate = createAdminAuth(deps);
        admin.addHook('onRequest', (request, _reply, next) => {
          try {
            authenticate(request);
            next();
          } catch (error) {
            next(error as Error);
          }
        });
        admin.addHook('onRoute', (route) => {
          route.schema = { security: [{ adminToken: [] }], ...route.schema };
        });
        admin.setNotFoundHandler(
          noSuchRoute(collectRoutes(admin), 'There is no such address in the administrator interface; /docs lists them all.'),
        );
        nameNodesBehind(admin, deps.nodesBehind);
        for (const resource of resources) resource(admin.withTypeProvider<ZodTypeProvider>(), deps);
        done();
      },
      { prefix: '/api/admin' },
    );
    await serveReference(scope, deps);
  });
}
