import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withServer } from '../servers/needed-server.ts';
import { startCluster } from '../servers/redis-cluster.ts';
import { redis, type RedisServer } from '../servers/redis-server.ts';
import { Caller } from '../suites/coordination/caller.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { waitFor } from '../wait-for.ts';
import { Registry, startNode } from './fleet.ts';

/** Leaves the CPU to the servers. */
const poll = { everyMs: 10 };

withServer(redis, 'a Redis cluster', () => {
  let servers: readonly RedisServer[] = [];
  before(async () => {
    servers = await startCluster();
  });
  after(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });

  void test('is discovered from one member; every account is exact on any master', { timeout: 60_000 }, async () => {
    const [registry, clock] = [new Registry(), new VirtualClock()];
    const url = servers[0]?.url ?? '';
    const nodes = [
      await startNode(url, 'node-a', { registry, virtual: clock }),
      await startNode(servers.map((server) => server.url).join(','), 'node-b', { registry, virtual: clock }),
    ] as const;
    try {
      const callers = [new Caller(nodes[0], 'a-'), new Caller(nodes[1], 'b-')] as const;
      for (let account = 0; account < 12; account += 1) {
        const [accountId, keyId] = [`acc_${String(account)}`, `key_${String(account)}`];
        const options = {
          accountId,
          keyId,
          dailyCap: 70n,
          reserve: 7n,
          strict: true,
          accountRates: { requestsPerMinute: 100 },
        };
        const calls = Array.from({ length: 30 }, async (_, index) => {
          const caller = callers[index % 2 === 0 ? 0 : 1];
          return { caller, admission: await caller.try(options) };
        });
        const admitted = (await Promise.all(calls)).filter(({ admission }) => admission.admitted);
        assert.equal(admitted.length, 10);
        await Promise.all(
          admitted.map(async ({ caller, admission }) => admission.admitted && caller.settle(admission.reservation, 7n)),
        );
        assert.deepEqual(await nodes[0].coordination.figures(accountId, keyId, [accountId]), [{ used: 70n, held: 0n }]);
      }
    } finally {
      for (const node of nodes) await node.close();
    }
  });

  void test('a master that loses its data starts a new epoch for all', { timeout: 60_000 }, async () => {
    const registry = new Registry();
    const node = await startNode(servers[0]?.url ?? '', 'node-c', { registry });
    try {
      const caller = new Caller(node, 'c-');
      const accounts = Array.from({ length: 6 }, (_, index) => `acc_c${String(index)}`);
      for (const accountId of accounts) await caller.settle(await caller.admit({ accountId, reserve: 5n }), 5n);
      const { epochs } = node.coordination.state();
      const [, second] = servers;
      await second?.kill();
      await waitFor(() => node.coordination.state().state === 'away', poll);
      await second?.begin();
      // Keeps only its slots, which its configuration file stores.
      for (const accountId of accounts)
        await waitFor(async () => (await caller.try({ accountId, reserve: 1n, strict: true })).admitted, poll);
      assert.ok(node.coordination.state().epochs > epochs);
      for (const accountId of accounts) {
        const [figures] = await node.coordination.figures(accountId, 'key_a', [accountId]);
        assert.equal(figures?.used, 5n);
      }
    } finally {
      await node.close();
    }
  });
});
