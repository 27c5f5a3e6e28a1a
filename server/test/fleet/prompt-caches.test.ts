/** Goal: every node sends a conversation to the key that has its beginning in the prompt cache. */
import { after, before, test } from 'node:test';
import { expectCached } from '../scenarios/prefix-caches.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres } from '../servers/postgres-server.ts';
import { redis } from '../servers/redis-server.ts';
import { ThreeNodes } from './three-nodes.ts';

withServer(postgres, 'prompt caches', () => {
  withServer(redis, 'behind a fleet of three', () => {
    let nodes: ThreeNodes;
    before(async () => {
      nodes = await ThreeNodes.start();
    });
    after(() => nodes.endSettled());

    test('are found at least 90 % as often over five keys of three routes as over a single one, cold and warm', async (context) => {
      context.diagnostic(await expectCached(nodes));
    });
  });
});
