import type { FastifyInstance } from 'fastify';

/**
 * A change of the catalogue is answered 200 when every live node has it. If a node is unreachable or hangs, the answer is 202 with its name: it
 * may use the old state until it is back or declared dead.
 */
export function nameNodesBehind(app: FastifyInstance, behind: () => Promise<readonly string[]>): void {
  app.addHook('onSend', async ({ routeOptions }, reply) => {
    if (routeOptions.config.changesCatalogue !== true || reply.statusCode >= 300) return;
    // The change is made; a database that goes away now must not make its answer a refusal.
    const names = await behind().catch(() => []);
    if (names.length > 0) reply.code(202).header('x-nodes-behind', names.join(', '));
  });
}
