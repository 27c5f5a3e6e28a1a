import type { FastifyInstance } from 'fastify';

/**
 * A change of the catalogue returns 200 once every live node has it. If a node is unreachable or hangs, the response is 202 with the node's
 * name: that node may use the old state until it is back or declared dead.
 */
export function nameNodesBehind(app: FastifyInstance, behind: () => Promise<readonly string[]>): void {
  app.addHook('onSend', async ({ routeOptions }, reply) => {
    if (routeOptions.config.changesCatalogue !== true || reply.statusCode >= 300) return;
    // The change is committed; a database that is now unavailable must not turn the response into a refusal.
    const names = await behind().catch(() => []);
    if (names.length > 0) reply.code(202).header('x-nodes-behind', names.join(', '));
  });
}
