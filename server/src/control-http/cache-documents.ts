import type { FastifyInstance } from 'fastify';
import { describeDocument, keepDocument, sendDocument, type KeptDocument } from './kept-document.ts';

/**
 * Serves these routes of `app` from memory after their first response: they are public, and each takes a tenth of a second to create. Call
 * this before the routes are added.
 * @param routes as registered; their responses must not depend on the request.
 */
export function cacheDocuments(app: FastifyInstance, routes: ReadonlySet<string>): void {
  const kept = new Map<string, KeptDocument>();
  app.addHook('onRequest', (request, reply, next) => {
    const document = kept.get(request.routeOptions.url ?? '');
    if (document === undefined) next();
    else void sendDocument(request, reply, document);
  });
  app.addHook('onSend', (request, reply, payload, next) => {
    const url = request.routeOptions.url ?? '';
    if (routes.has(url) && !kept.has(url) && reply.statusCode === 200 && typeof payload === 'string') {
      const document = keepDocument(payload, String(reply.getHeader('content-type')));
      kept.set(url, document);
      describeDocument(reply, document);
    }
    next(null, payload);
  });
}
