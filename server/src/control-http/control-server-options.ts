import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Logger } from '../platform/logger.ts';
import { schemaController } from './check-by-schemas.ts';
import { answerFault } from './fault-answer.ts';

/** Long enough for every id and model name; longer parts of an address are refused before any route is chosen. */
const pathPartLengthMax = 512;

/**
 * Options of the server of the control plane: faults of an address are answered in the catalogue's form too, instead of the framework's own,
 * which repeats the sent address.
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
