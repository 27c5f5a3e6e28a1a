import type {} from '@fastify/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.ts';

export interface HealthParts {
  /** Why traffic must not be sent here, or `null` when it may. */
  readonly unready: () => string | null;
  readonly metrics: Metrics;
  /** Whether this request may read the providers and their state. @throws {ApiError} for a wrong token. */
  readonly mayKnowRoutes: (request: FastifyRequest) => boolean;
  readonly version: string;
  /** In which days and months are counted, and people are shown times. */
  readonly timeZone: string;
}

/** `/healthz` (the process answers), `/readyz` (traffic is welcome), `/metrics`. */
export function registerHealth(app: FastifyInstance, { unready, metrics, mayKnowRoutes, version, timeZone }: HealthParts): void {
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok', version, time_zone: timeZone }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const reason = unready();
    if (reason === null) return { status: 'ready', version };
    return reply.code(503).header('retry-after', '1').send({ status: 'not ready', reason });
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const text = await metrics.render({ withRoutes: mayKnowRoutes(request) });
    return reply.type(metrics.contentType).send(text);
  });
}
