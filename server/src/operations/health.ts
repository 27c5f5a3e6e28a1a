import type {} from '@fastify/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.ts';

export interface HealthParts {
  /** Why no traffic must be sent here; `null` if it may be. */
  readonly unready: () => string | null;
  readonly metrics: Metrics;
  /**
   * Whether this request may see the providers and their state.
   * @throws {ApiError} for a wrong token.
   */
  readonly mayKnowRoutes: (request: FastifyRequest) => boolean;
  readonly version: string;
  /** The time zone for counting days and months, and for times shown to people. */
  readonly timeZone: string;
}

/** `/healthz` (the process responds), `/readyz` (ready for traffic), `/metrics`. */
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
