import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Logger } from '../platform/logger.ts';
import { schemaController } from './check-by-schemas.ts';
import { answerFault } from './fault-answer.ts';

/** Long enough for every ID and model name. Longer path segments are refused before routing. */
const pathPartLengthMax = 512;

/**
 * Options of the control plane's server. Invalid URLs also get a response in the catalogue's format, instead of the framework's own, which
 * repeats the URL.
 */
export function controlServerOptions(
  logger: Logger,
): Pick<FastifyServerOptions, 'frameworkErrors' | 'routerOptions' | 'schemaController'> {
  const answer = answerFault(logger);
  return {
    schemaController,
    routerOptions: { maxParamLength: pathPartLengthMax },
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
      void answer(error, request, reply);
    },
  };
}
