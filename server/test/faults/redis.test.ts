import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnfitServerError } from '../../src/coordination/redis/link.ts';
import type { Reservation } from '../../src/domain/limits/coordination.ts';
import { Registry, startNode, type Node } from '../coordination/fleet.ts';
import { reportFigures } from '../proofs/figures.ts';
import { withServer } from '../servers/needed-server.ts';
import { redis, RedisServer } from '../servers/redis-server.ts';
import { Caller } from '../suites/coordination/caller.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { waitFor } from '../wait-for.ts';

const windows = ['acc_a', 'key_a:20261121', 'key_a:202611'];
/** Leaves the CPU to the server. */
const poll = { everyMs: 10 };

interface Scene {
  readonly server: RedisServer;
  readonly registry: Registry;
  readonly clock: VirtualClock;
  readonly a: Caller;
  readonly b: Caller;
}

function stateOf(caller: Caller) {
  return (caller.harness as Node).coordination;
}

async function withTwoNodes(settings: readonly string[], body: (scene: Scene) => Promise<void>): Promise<void> {
  const server = await RedisServer.start(...settings);
  const nodes: Node[] = [];
  try {
    const [registry, clock] = [new Registry(), new VirtualClock()];
    for (const name of ['node-a', 'node-b']) {
      nodes.push(await startNode(server.url, name, { registry, virtual: clock, timeoutMs: 300 }));
    }
    const [a, b] = nodes.map((node, index) => new Caller(node, index === 0 ? 'a-' : 'b-'));
    assert.ok(a !== undefined && b !== undefined);
    await body({ server, registry, clock, a, b });
  } finally {
    server.signal('SIGCONT');
    for (const node of nodes) await node.close();
    await server.stop();
  }
}

async function areReady(...callers: readonly Caller[]): Promise<void> {
  await waitFor(
    () => callers.every((caller) => stateOf(caller).state().state === 'ready' && stateOf(caller).state().untold === 0),
    poll,
  );
}

async function figuresAre(caller: Caller, used: bigint, held: bigint): Promise<void> {
  assert.deepEqual(await caller.figures(windows), Array(3).fill({ used, held }));
}

withServer(redis, 'Redis fails', () => {
  void test(
    'while it is paused strict calls are refused at once, others use a share, and all of it counts afterwards',
    { timeout: 60_000 },
    async (context) => {
      await withTwoNodes([], async ({ server, a, b }) => {
        const limits = { dailyCap: 100n, accountRates: { requestsPerMinute: 40 } };
        const before = [await a.admit({ ...limits, reserve: 10n }), await b.admit({ ...limits, reserve: 10n })] as const;
        await a.settle(await a.admit(limits), 20n);
        await b.settle(await b.admit(limits), 0n);
        server.signal('SIGSTOP');
        const startMs = performance.now();
        const asked = await Promise.all(Array.from({ length: 20 }, () => a.try({ ...limits, reserve: 30n, strict: true })));
        assert.ok(asked.every((admission) => !admission.admitted && admission.refusal.reason === 'unavailable'));
        const waitedMs = performance.now() - startMs;
        await a.settle(before[0], 15n);
        const local: (readonly [Caller, Reservation])[] = [];
        for (const caller of [a, b]) {
          for (let call = 0; call < 20; call += 1) {
            const admission = await caller.try({ ...limits, reserve: 9n });
            if (admission.admitted) local.push([caller, admission.reservation]);
          }
        }
        // 60 were free, 30 for each node: calls are admitted while less than the share is used.
        assert.deepEqual(
          local.map(([caller]) => (caller === a ? 'a' : 'b')),
          [...Array(4).fill('a'), ...Array(4).fill('b')],
        );
        for (const [caller, call] of local.slice(0, 6)) await caller.settle(call, 9n);
        server.signal('SIGCONT');
        await areReady(a, b);
        await figuresAre(a, 20n + 15n + 6n * 9n, 10n + 2n * 9n);
        await b.settle(before[1], 0n);
        for (const [caller, call] of local.slice(6)) await caller.settle(call, 0n);
        await figuresAre(b, 89n, 0n);
        assert.equal(
          await stateOf(a).running('acc_a'),
          0,
          'no call that was refused while its answer was on its way holds a slot',
        );
        reportFigures(context, 'F29', {
          'Redis paused: admitted beyond the cap by two nodes': 0,
          'Redis paused: settlements lost or counted twice': 0,
          'Redis paused: milliseconds until a strict call is refused': Math.round(waitedMs),
        });
      });
    },
  );

  for (const [how, settings] of [
    ['without its data', []],
    ['with the data of a second ago', ['--appendonly', 'yes', '--appendfsync', 'no', '--no-appendfsync-on-rewrite', 'yes']],
  ] as const) {
    void test(
      `killed and started again ${how} it gets all reports again before it decides again`,
      { timeout: 60_000 },
      async (context) => {
        await withTwoNodes(settings, async ({ server, registry, a, b }) => {
          for (const window of windows) registry.commit('an earlier process', window, 1000n);
          const calls = [await a.admit({ reserve: 7n }), await b.admit({ reserve: 11n })] as const;
          await b.settle(await b.admit(), 5n);
          await server.kill();
          await b.settle(await b.admit({ reserve: 1n }), 3n);
          assert.equal((await a.refuse({ reserve: 1n, strict: true })).reason, 'unavailable');
          await server.begin();
          await areReady(a, b);
          await figuresAre(a, 1008n, 18n);
          await a.settle(calls[0], 7n);
          await b.settle(calls[1], 11n);
          await figuresAre(b, 1026n, 0n);
          assert.equal(stateOf(a).state().epochs, 2);
          reportFigures(context, 'F29', { [`Redis killed, started again ${how}: nano-CNY missing or too many`]: 0 });
        });
      },
    );
  }

  void test('with no memory left it counts as away, and money stays exact', { timeout: 60_000 }, async () => {
    await withTwoNodes([], async ({ server, a, b }) => {
      const call = await a.admit({ reserve: 10n });
      await server.command('CONFIG', 'SET', 'maxmemory', '1');
      assert.equal((await b.refuse({ reserve: 1n, strict: true })).reason, 'unavailable');
      await a.settle(call, 10n);
      await server.command('CONFIG', 'SET', 'maxmemory', '0');
      await areReady(a, b);
      await waitFor(async () => (await b.figures(windows))[0]?.used === 10n, poll);
      await figuresAre(b, 10n, 0n);
    });
  });

  void test('a server that would throw figures away is refused at the start, in words', async () => {
    const server = await RedisServer.start('--maxmemory-policy', 'allkeys-lru');
    try {
      await assert.rejects(startNode(server.url, 'node'), (error: unknown) => {
        assert.ok(error instanceof UnfitServerError);
        assert.match(error.message, /maxmemory-policy of this server is allkeys-lru\. It must be noeviction/);
        return true;
      });
    } finally {
      await server.stop();
    }
  });

  void test('a server that is not there ends the start', async () => {
    const server = await RedisServer.start();
    await server.stop();
    await assert.rejects(startNode(server.url, 'node'), /ECONNREFUSED/);
  });

  void test('a user with a password, and rights to no more than is needed, is enough', async () => {
    const server = await RedisServer.start();
    try {
      const rights = [
        'on',
        '>a:password/',
        '~tollgate:*',
        '-@all',
        '+@read',
        '+@write',
        '+@scripting',
        '+@connection',
        '+info',
        '+time',
      ];
      await server.command('ACL', 'SETUSER', 'gateway', ...rights);
      const url = server.url.replace('redis://', `redis://gateway:${encodeURIComponent('a:password/')}@`);
      const node = await startNode(url, 'node', { realRates: true });
      try {
        const caller = new Caller(node);
        const limits = { dailyCap: 10n, accountRates: { requestsPerMinute: 2 }, keyRates: { tokensPerMinute: 100 } };
        await caller.settle(await caller.admit(limits), 3n, 50);
        await caller.settle(await caller.admit(limits), 0n);
        const refusal = await caller.refuse(limits);
        assert.ok(refusal.reason === 'rate' && refusal.retryAfterMs > 30_000 && refusal.retryAfterMs <= 60_000);
        await figuresAre(caller, 3n, 0n);
      } finally {
        await node.close();
      }
    } finally {
      await server.stop();
    }
  });
});
