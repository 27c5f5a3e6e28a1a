import { after, before } from 'node:test';
import { coordinationSuite } from '../suites/coordination-suite.ts';
import type { HarnessOptions } from '../suites/coordination/caller.ts';
import { count, isFullProof } from '../proofs/counts.ts';
import { withServer } from '../servers/needed-server.ts';
import { redis, RedisServer } from '../servers/redis-server.ts';
import { Registry, startNode } from './fleet.ts';

withServer(redis, 'coordination through Redis', () => {
  let server: RedisServer;
  let nodes = 0;
  before(async () => {
    server = await RedisServer.start();
  });
  after(async () => {
    await server.stop();
  });

  coordinationSuite(
    'redis',
    async ({ startMs, committed }: HarnessOptions = {}) => {
      await server.command('FLUSHALL');
      const registry = new Registry();
      for (const [window, amount] of committed ?? []) registry.commit('an earlier process', window, amount);
      nodes += 1;
      return startNode(server.url, `node-${String(nodes)}`, { registry, startMs });
    },
    count('rounds'),
    isFullProof ? 300 : 8,
  );
});
