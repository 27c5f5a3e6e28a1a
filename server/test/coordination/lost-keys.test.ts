/**
 * Goal: after any foreign change, eviction or expiry in Redis, no strict cap is exceeded, and posted and reserved amounts are restored to
 * the nano, including those of an idle node. Method: two real nodes on a real server that loses or corrupts single keys during calls.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import fc from 'fast-check';
import { AwayError } from '../../src/coordination/redis/link.ts';
import type { Reservation } from '../../src/domain/limits/coordination.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { isFullProof } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { testSeed } from '../proofs/seed.ts';
import { withServer } from '../servers/needed-server.ts';
import { redis, RedisServer } from '../servers/redis-server.ts';
import { Caller } from '../suites/coordination/caller.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { waitFor } from '../wait-for.ts';
import { Registry, startNode, type Node } from './fleet.ts';

const poll = { everyMs: 10 };
const day = 'key_a:20261121';
const month = 'key_a:202611';
const windows = ['acc_a', day, month];
const cap = 60n;
const strict = { dailyCap: cap, strict: true };

type Place = 'account' | 'open' | 'day' | 'month' | 'epoch';
const places: readonly Place[] = ['account', 'open', 'day', 'month'];

interface Step {
  readonly kind: 'call' | 'settle' | 'lose';
  readonly node: number;
  readonly amount: bigint;
  readonly which: number;
  readonly place: Place;
}

withServer(redis, 'a foreign hand on Redis', () => {
  let server: RedisServer;
  before(async () => {
    server = await RedisServer.start();
  });
  after(() => server.stop());
  beforeEach(() => server.command('FLUSHALL'));

  /** Two nodes with a shared database. */
  async function withTwo(
    body: (callers: readonly [Caller, Caller], nodes: readonly [Node, Node]) => Promise<void>,
  ): Promise<void> {
    const [registry, virtual] = [new Registry(), new VirtualClock()];
    registry.commit('an earlier process', 'acc_a', 5n);
    for (const window of [day, month]) registry.commit('an earlier process', window, 5n);
    const a = await startNode(server.url, 'node-a', { registry, virtual });
    const b = await startNode(server.url, 'node-b', { registry, virtual });
    try {
      await body([new Caller(a, 'a-'), new Caller(b, 'b-')], [a, b]);
    } finally {
      await Promise.all([a.close(), b.close()]);
    }
  }

  async function keyOf(place: Place, { coordination }: Node): Promise<string> {
    if (place === 'epoch') return 'tollgate:epoch';
    if (place === 'account') return 'tollgate:{acc_a}';
    if (place === 'open') return 'tollgate:{acc_a}:open';
    return `tollgate:{acc_a}:${coordination.state().epoch ?? ''}:${place === 'day' ? day : month}`;
  }

  async function expectFigures(callers: readonly Caller[], used: bigint, held: bigint): Promise<void> {
    for (const caller of callers) {
      await waitFor(
        async () => {
          const [whole] = await caller.figures(['acc_a']);
          return whole?.used === used && whole.held === held;
        },
        { ...poll, what: `used ${String(used)} and held ${String(held)} of the account` },
      );
      assert.deepEqual(await caller.figures(windows), Array(3).fill({ used, held }));
    }
  }

  for (const place of places) {
    for (const how of ['idle', 'calling'] as const) {
      test(`the key of the ${place} is lost: a strict cap holds, and what a node that is ${how} has spent counts`, async () => {
        await withTwo(async ([a, b], [node]) => {
          await b.settle(await b.admit({ ...strict, reserve: 20n }), 20n);
          const running = await b.admit({ ...strict, reserve: 15n });
          await a.settle(await a.admit({ ...strict, reserve: 10n }), 10n);
          assert.equal(await server.command('UNLINK', await keyOf(place, node)), 1);
          if (how === 'calling') assert.equal((await b.try({ ...strict, reserve: 11n })).admitted, false);
          assert.equal((await a.try({ ...strict, reserve: 11n })).admitted, false, '5 + 20 + 15 + 10 are spoken for');
          const last = await a.admit({ ...strict, reserve: 10n });
          assert.equal((await b.try({ ...strict, reserve: 1n })).admitted, false);
          await expectFigures([a, b], 35n, 25n);
          await a.settle(last, 1n);
          await b.settle(running, 2n);
          await expectFigures([a, b], 38n, 0n);
          assert.equal(await node.coordination.running('acc_a'), 0);
        });
      });
    }
  }

  test('a call that is settled in a window whose key was lost, and is there again, is no beginning: what was spent before counts', async () => {
    await withTwo(async ([a, b], [node]) => {
      await b.settle(await b.admit({ ...strict, reserve: 20n }), 20n);
      const running = await b.admit({ ...strict, reserve: 15n });
      const key = await keyOf('day', node);
      assert.equal(await server.command('UNLINK', key), 1);
      // Acts like another node that reports its figures.
      await server.command('HSET', key, 'H', '0');
      await b.settle(running, 2n);
      await expectFigures([a, b], 27n, 0n);
    });
  });

  const nonsense: Readonly<Record<string, (key: string) => readonly string[]>> = {
    'is text': (key) => ['SET', key, 'nonsense'],
    'is a list': (key) => ['EVAL', "redis.call('DEL', KEYS[1]) return redis.call('RPUSH', KEYS[1], 'x')", '1', key],
    'is text that sorts behind every name': (key) => ['SET', key, 'zzzzzzzzzzzzzzz-zzzzzzzzzzzz'],
    'is empty': (key) => ['SET', key, ''],
  };
  for (const place of [...places, 'epoch'] as const) {
    for (const [name, spoil] of Object.entries(nonsense)) {
      test(`the key of the ${place} ${name}: it is thrown away, and both nodes go on with what was true`, async () => {
        await withTwo(async ([a, b], [node, other]) => {
          await b.settle(await b.admit({ ...strict, reserve: 20n }), 20n);
          const running = await b.admit({ ...strict, reserve: 15n });
          await a.settle(await a.admit({ ...strict, reserve: 10n }), 10n);
          await server.command(...spoil(await keyOf(place, node)));
          for (const caller of [a, b]) {
            await waitFor(async () => (await caller.refuse({ ...strict, reserve: 11n })).reason === 'money_reserved', poll);
          }
          await waitFor(() => [node, other].every(({ coordination }) => coordination.state().state === 'ready'), poll);
          await b.settle(running, 15n);
          await expectFigures([a, b], 50n, 0n);
        });
      });
    }
  }

  for (const [field, value] of [
    ...['S', 'v', 'H', 'e', 'b', 'g:node-a', 'u:node-b'].map((name) => [name, 'nonsense'] as const),
    ['S', '1e5'],
    ['v', '999999999999'],
    ['e', '999999999999999-aaaaaaaaaaaa'],
  ] as const)
    test(`the field ${field} of an account is ${value}: it is thrown away, and both nodes go on with what was true`, async () => {
      await withTwo(async ([a, b], [node]) => {
        await b.settle(await b.admit({ ...strict, reserve: 20n }), 20n);
        await a.settle(await a.admit({ ...strict, reserve: 10n }), 10n);
        await server.command('HSET', await keyOf('account', node), field, value);
        for (const caller of [a, b]) {
          await waitFor(
            async () => (await caller.refuse({ ...strict, credits: 35n, reserve: 1n })).reason === 'money_spent',
            poll,
          );
        }
        await expectFigures([a, b], 35n, 0n);
      });
    });

  for (const first of ['calls', 'puts the dead in order'] as const)
    test(`the epoch of a clock that was a year ahead is lost with every node: a node that starts then ${first}, and what was spent counts`, async () => {
      const [registry, virtual] = [new Registry(), new VirtualClock()];
      const ahead = { ...systemClock, nowMs: () => systemClock.nowMs() + 365 * 86_400_000 };
      const old = await startNode(server.url, 'node-a', { registry, virtual, clock: ahead });
      const caller = new Caller(old, 'a-');
      await caller.settle(await caller.admit({ ...strict, reserve: 20n }), 20n);
      for (const window of windows) registry.commit('node-a', window, 20n);
      await old.close();
      await server.command('DEL', 'tollgate:epoch');
      registry.live.delete('node-a');
      registry.dead.add('node-a');
      const node = await startNode(server.url, 'node-b', { registry, virtual });
      const b = new Caller(node, 'b-');
      try {
        if (first !== 'calls') {
          const fold = () => node.coordination.foldIncarnation('node-a', registry.booked('node-a'));
          // Acts like consecutive starts.
          await waitFor(
            () =>
              fold().then(
                () => true,
                (error: unknown) => {
                  assert.ok(error instanceof AwayError);
                  return false;
                },
              ),
            { ...poll, withinMs: 5_000, what: 'the dead node is in order' },
          );
        }
        await waitFor(async () => (await b.try({ ...strict, reserve: 30n })).admitted, {
          ...poll,
          withinMs: 5_000,
          what: 'a call',
        });
        await expectFigures([b], 20n, 30n);
        assert.equal((await b.refuse({ ...strict, reserve: 11n })).reason, 'money_reserved');
      } finally {
        await node.close();
      }
    });

  test('a full server counts as unavailable: nothing is dropped, and everything continues once it has room', async () => {
    await withTwo(async ([a, b], [node, other]) => {
      await b.settle(await b.admit({ ...strict, reserve: 20n }), 20n);
      await a.settle(await a.admit({ ...strict, reserve: 10n }), 10n);
      const before = await server.command('HGETALL', await keyOf('day', node));
      await server.command('CONFIG', 'SET', 'maxmemory', '1');
      try {
        assert.equal((await a.refuse({ ...strict, reserve: 1n })).reason, 'unavailable');
        assert.deepEqual(await server.command('HGETALL', await keyOf('day', node)), before);
      } finally {
        await server.command('CONFIG', 'SET', 'maxmemory', '0');
      }
      await waitFor(() => [node, other].every(({ coordination }) => coordination.state().state === 'ready'), poll);
      await expectFigures([a, b], 35n, 0n);
    });
  });

  test('whatever is lost in whatever order, no strict cap is passed, and in the end every figure is right', async (context) => {
    const step: fc.Arbitrary<Step> = fc.record({
      kind: fc.constantFrom('call', 'call', 'settle', 'lose'),
      node: fc.nat({ max: 1 }),
      amount: fc.bigInt({ min: 1n, max: 9n }),
      which: fc.nat(),
      place: fc.constantFrom(...places),
    });
    let lost = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30, size: 'max' }), async (steps) => {
        await server.command('FLUSHALL');
        await withTwo(async (callers, [node]) => {
          const open: { readonly caller: Caller; readonly call: Reservation }[] = [];
          let posted = 5n;
          for (const { kind, node: at, amount, which, place } of steps) {
            const caller = callers[at === 0 ? 0 : 1];
            if (kind === 'lose') {
              lost += Number(await server.command('UNLINK', await keyOf(place, node)));
            } else if (kind === 'settle') {
              const [ended] = open.splice(which % Math.max(1, open.length), 1);
              if (ended === undefined) continue;
              const charge = amount < ended.call.amount ? amount : ended.call.amount;
              posted += charge;
              await ended.caller.settle(ended.call, charge);
            } else {
              const admission = await caller.try({ ...strict, reserve: amount });
              if (admission.admitted) open.push({ caller, call: admission.reservation });
              else refused += 1;
              const held = open.reduce((sum, { call }) => sum + call.amount, 0n);
              assert.ok(posted + held <= cap, `${String(posted)} posted and ${String(held)} held of ${String(cap)}`);
            }
          }
          // A call on each node detects the loss.
          for (const caller of callers) await caller.try({ ...strict, reserve: 1_000n });
          await expectFigures(
            callers,
            posted,
            open.reduce((sum, { call }) => sum + call.amount, 0n),
          );
          await waitFor(async () => (await node.coordination.running('acc_a')) === open.length, poll);
        });
      }),
      { numRuns: isFullProof ? 200 : 12, seed: testSeed, endOnFailure: true },
    );
    reportFigures(context, 'F29', { 'keys lost in the midst of strict calls': lost, 'calls refused': refused, 'caps passed': 0 });
  });
});
