import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Asks a waiting client for its body only once its token is valid and the length acceptable. Until then, the connection is closed after the
 * response, because it is unknown whether the body will still be sent.
 * @returns a function to call for every waiting client.
 */
export function deferBodies(
  app: Pick<FastifyInstance, 'addHook'>,
  bodyBytesMax: number,
): (request: IncomingMessage, response: ServerResponse) => void {
  const waiting = new WeakSet<IncomingMessage>();
  app.addHook('preParsing', (request, { raw: response }, _payload, next) => {
    if (waiting.has(request.raw) && !(Number(request.headers['content-length']) > bodyBytesMax)) {
      response.removeHeader('connection');
      response.writeContinue();
    }
    next();
  });
  return (request, response) => {
    waiting.add(request);
    response.setHeader('connection', 'close');
  };
}
