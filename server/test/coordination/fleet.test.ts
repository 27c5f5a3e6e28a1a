import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createMemoryCoordination } from '../../src/coordination/memory/memory-coordination.ts';
import { createCalendar } from '../../src/domain/limits/calendar.ts';
import type { Admission, Reservation } from '../../src/domain/limits/coordination.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import fc from 'fast-check';
import { count, isFullProof } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { withServer } from '../servers/needed-server.ts';
import { redis, RedisServer } from '../servers/redis-server.ts';
import { Caller, type CallOptions } from '../suites/coordination/caller.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { waitFor } from '../wait-for.ts';
import { Registry, startNode, type Node } from './fleet.ts';

const windows = ['acc_a', 'key_a:20261121', 'key_a:202611'];
const [dayWindow = ''] = windows.slice(1);
/** Leaves the CPU to the server. */
const poll = { everyMs: 10 };

/** Two nodes on one server, with shared time and database. */
class Pair {
  readonly registry = new Registry();
  readonly clock = new VirtualClock();
  readonly #nodes: Node[] = [];
  readonly #url: string;
  #calls = 0;

  constructor(url: string) {
    this.#url = url;
  }

  async add(name: string): Promise<Caller> {
    const node = await startNode(this.#url, name, { registry: this.registry, virtual: this.clock, timeoutMs: 300 });
    this.#nodes.push(node);
    this.#calls += 1_000_000;
    return new Caller(node, `${name}-`);
  }

  async close(): Promise<void> {
    for (const node of this.#nodes) await node.close();
  }
}

function stateOf(caller: Caller) {
  return (caller.harness as Node).coordination;
}

function admitted(admissions: readonly Admission[]): readonly Reservation[] {
  return admissions.flatMap((admission) => (admission.admitted ? [admission.reservation] : []));
}

withServer(redis, 'two nodes and one Redis', () => {
  let server: RedisServer;
  let pair: Pair;
  before(async () => {
    server = await RedisServer.start();
  });
  after(async () => {
    await server.stop();
  });
  beforeEach(async () => {
    await server.command('FLUSHALL');
  });

  const together = (
    guarantee: string,
    body: (a: Caller, b: Caller, context: { readonly diagnostic: (text: string) => void }) => Promise<void>,
  ): void => {
    void test(guarantee, { timeout: 60_000 }, async (context) => {
      pair = new Pair(server.url);
      try {
        await body(await pair.add('node-a'), await pair.add('node-b'), context);
      } finally {
        await pair.close();
      }
    });
  };
  const figuresAre = async (caller: Caller, used: bigint, held: bigint): Promise<void> => {
    assert.deepEqual(await caller.figures(windows), Array(3).fill({ used, held }));
  };

  void test('a cap worth 10 admits exactly 10 of 50 strict calls at once, split over two nodes', async (context) => {
    pair = new Pair(server.url);
    let [tooMany, tooFew] = [0, 0];
    try {
      const nodes = [await pair.add('node-a'), await pair.add('node-b')] as const;
      for (let round = 1; round <= count('rounds'); round += 1) {
        const cap = BigInt(round) * 70n;
        const calls = Array.from({ length: 50 }, async (_, index) => {
          const caller = nodes[index % 2 === 0 ? 0 : 1];
          const admission = await caller.try({ dailyCap: cap, reserve: 7n, strict: true });
          return { caller, admission };
        });
        const got = (await Promise.all(calls)).filter(({ admission }) => admission.admitted);
        tooMany += Math.max(0, got.length - 10);
        tooFew += Math.max(0, 10 - got.length);
        await Promise.all(
          got.map(async ({ caller, admission }) => admission.admitted && caller.settle(admission.reservation, 7n)),
        );
        assert.deepEqual((await nodes[0].figures([dayWindow]))[0], { used: cap, held: 0n });
      }
    } finally {
      await pair.close();
    }
    assert.deepEqual({ tooMany, tooFew }, { tooMany: 0, tooFew: 0 });
    reportFigures(context, 'F23', {
      'rounds of 50 strict calls over two nodes against a cap worth 10': count('rounds'),
      'admitted beyond the cap': tooMany,
    });
  });

  together('a rate holds over both', async (a, b) => {
    const limits = { accountRates: { requestsPerMinute: 20, concurrency: 30 } };
    const calls = await Promise.all(Array.from({ length: 60 }, async (_, index) => (index % 2 === 0 ? a : b).try(limits)));
    assert.equal(admitted(calls).length, 20);
    pair.clock.advance(59_999);
    assert.equal((await b.refuse(limits)).reason, 'rate');
    pair.clock.advance(1);
    const later = await Promise.all(Array.from({ length: 60 }, async (_, index) => (index % 2 === 0 ? a : b).try(limits)));
    assert.equal(admitted(later).length, 10, 'the slots of 20 running calls count over both');
  });

  together('once a change is told on one, the other admits nothing under the older state', async (a, b) => {
    await a.admit();
    await b.admit();
    await stateOf(a).accountChanged('acc_a', 5);
    assert.deepEqual(await b.refuse({ revision: 4 }), { reason: 'stale', revision: 5 });
    await b.admit({ revision: 5 });
  });

  together('an alert level is told by one of them, once', async (a, b) => {
    const calls = await Promise.all(
      [a, b, a, b].map(async (caller) => ({ caller, call: await caller.admit({ dailyCap: 100n }) })),
    );
    const reached = await Promise.all(calls.map(({ caller, call }) => caller.settle(call, 25n)));
    assert.deepEqual(
      reached
        .flat()
        .map(({ level }) => level)
        .sort(),
      [100, 80, 90].sort(),
    );
  });

  together('FLUSHALL in the middle loses nothing: what each has posted and set aside is told anew first', async (a, b) => {
    pair.registry.commit('an earlier process', 'acc_a', 100n);
    for (const window of windows.slice(1)) pair.registry.commit('an earlier process', window, 100n);
    const [one, two] = [await a.admit({ reserve: 7n }), await b.admit({ reserve: 11n })];
    await a.freeSlots(one);
    await a.settle(await a.admit({ reserve: 3n }), 5n);
    await figuresAre(b, 105n, 18n);
    await server.command('FLUSHALL');
    const options = { dailyCap: 200n, reserve: 76n, strict: true };
    await waitFor(
      async () => !(await a.try({ ...options, reserve: 78n })).admitted && stateOf(a).state().state === 'ready',
      poll,
    );
    await waitFor(() => stateOf(b).state().state === 'ready', poll);
    await figuresAre(a, 105n, 18n);
    assert.equal(await stateOf(b).running('acc_a'), 1, 'the other had given its slot back');
    const last = await b.admit({ ...options, reserve: 77n });
    assert.equal((await a.refuse({ ...options, reserve: 1n })).reason, 'money_reserved');
    for (const [caller, call] of [
      [a, one],
      [b, two],
      [b, last],
    ] as const)
      await caller.settle(call, 1n);
    await figuresAre(b, 108n, 0n);
    await figuresAre(a, 108n, 0n);
    assert.equal(await stateOf(a).running('acc_a'), 0);
  });

  together('a dead node is folded to what the database has of it; what it tells later counts for nothing', async (a, b) => {
    const running = [await b.admit({ reserve: 50n }), await b.admit({ reserve: 5n })] as const;
    await b.settle(await b.admit({ reserve: 10n }), 10n);
    await b.settle(await b.admit({ reserve: 20n }), 20n);
    await a.settle(await a.admit(), 1n);
    await b.freeSlots(running[1]);
    // One of the two postings was committed before the node died.
    for (const window of windows) pair.registry.commit('node-b', window, 10n);
    await figuresAre(a, 31n, 55n);
    pair.registry.live.delete('node-b');
    pair.registry.dead.add('node-b');
    const left = await stateOf(a).openCallsOf('node-b');
    const inOrder = left.toSorted((one, two) => Number(two.amount - one.amount));
    assert.deepEqual(
      inOrder,
      running.map((call) => ({ ...call, incarnation: 'node-b' })),
    );
    let asked = 0;
    const usedOf = (window: string): Promise<bigint> => {
      asked += 1;
      return asked === 2
        ? Promise.reject(new Error('the folding node dies'))
        : Promise.resolve(pair.registry.usedBy('node-b', window));
    };
    const booked = pair.registry.booked('node-b', usedOf);
    await assert.rejects(stateOf(a).foldIncarnation('node-b', booked));
    for (let repeat = 0; repeat < 3; repeat += 1) await stateOf(a).foldIncarnation('node-b', booked);
    await figuresAre(a, 11n, 0n);
    assert.equal(await stateOf(a).running('acc_a'), 0);
    assert.deepEqual(await stateOf(a).openCallsOf('node-b'), []);
    // The dead node was only paused.
    await b.settle(running[0], 50n);
    assert.equal((await b.refuse()).reason, 'unavailable');
    assert.equal(stateOf(b).state().state, 'fenced');
    await b.settle(running[1], 5n);
    await figuresAre(a, 11n, 0n);
    assert.equal(await stateOf(a).running('acc_a'), 0);
  });

  together(
    'a dead node that others, and itself on its next start, put in order at the same time is put in order once',
    async (a, b) => {
      const c = await pair.add('node-c');
      for (const caller of [a, b, c]) await caller.settle(await caller.admit(), 1n);
      await b.admit();
      for (const window of windows) pair.registry.commit('node-b', window, 1n);
      pair.registry.live.delete('node-b');
      pair.registry.dead.add('node-b');
      const booked = pair.registry.booked('node-b');
      await Promise.all([a, c, a, c, a, c].map((caller) => stateOf(caller).foldIncarnation('node-b', booked)));
      await figuresAre(a, 3n, 0n);
      await figuresAre(c, 3n, 0n);
      assert.deepEqual(await stateOf(a).openCallsOf('node-b'), []);
    },
  );

  together('a node that dies while the state is lost is counted with what the database has of it', async (a, b) => {
    await b.settle(await b.admit(), 10n);
    for (const window of windows) pair.registry.commit('node-b', window, 10n);
    await b.admit({ reserve: 90n });
    await stateOf(b).stop();
    await server.command('FLUSHALL');
    await waitFor(() => stateOf(a).state().epochs === 2, poll);
    assert.equal(
      (await a.refuse({ dailyCap: 20n, reserve: 1n, strict: true })).reason,
      'unavailable',
      'until it is known to be dead',
    );
    pair.registry.live.delete('node-b');
    pair.registry.dead.add('node-b');
    await figuresAre(a, 10n, 0n);
    await stateOf(a).foldIncarnation('node-b', pair.registry.booked('node-b'));
    await figuresAre(a, 10n, 0n);
  });

  together(
    'what a dead node had set aside for a task stays set aside, under the name of the one that carries it on',
    async (a, b) => {
      const call = await b.admit({ reserve: 30n, strict: true });
      const other = await b.admit({ reserve: 5n });
      pair.registry.live.delete('node-b');
      pair.registry.dead.add('node-b');
      const inherited = { reservation: call, strict: true, from: ['node-b'] };
      for (let time = 1; time <= 2; time += 1) await stateOf(a).adopt(inherited);
      await figuresAre(a, 0n, 35n);
      assert.deepEqual(
        (await stateOf(a).openCallsOf('node-b')).map(({ callId }) => callId),
        [other.callId],
      );
      await stateOf(a).foldIncarnation('node-b', pair.registry.booked('node-b'));
      await figuresAre(a, 0n, 30n);
      assert.equal(await stateOf(a).running('acc_a'), 1);
      await a.settle(call, 20n);
      await figuresAre(a, 20n, 0n);
      assert.equal(await stateOf(a).running('acc_a'), 0);
    },
  );

  together('no window begins anew while a dead node has tasks that nobody carries on yet', async (a, b) => {
    const call = await b.admit({ reserve: 30n, strict: true });
    pair.registry.live.delete('node-b');
    pair.registry.dead.add('node-b');
    pair.registry.owed.add('node-b');
    await stateOf(b).stop();
    await server.command('FLUSHALL');
    await waitFor(() => stateOf(a).state().epochs === 2, poll);
    assert.equal((await a.refuse({ dailyCap: 40n, reserve: 11n, strict: true })).reason, 'unavailable');
    await stateOf(a).adopt({ reservation: call, strict: true, from: ['node-b'] });
    pair.registry.owed.delete('node-b');
    assert.equal((await a.refuse({ dailyCap: 40n, reserve: 11n, strict: true })).reason, 'money_reserved');
    await a.admit({ dailyCap: 40n, reserve: 10n, strict: true });
  });

  together('amounts beyond 2^53 are exact to the last nano', async (a, b) => {
    const large = 9_007_199_254_740_993n;
    const limit = 4n * large + 1n;
    const call = await a.admit({ credits: limit, reserve: large, strict: true });
    await b.settle(await b.admit({ reserve: large }), large);
    await figuresAre(a, large, large);
    assert.equal((await b.refuse({ credits: limit, reserve: 2n * large + 2n, strict: true })).reason, 'money_reserved');
    const rest = await b.admit({ credits: limit, reserve: 2n * large + 1n, strict: true });
    await a.settle(call, large);
    await b.settle(rest, 2n * large);
    await figuresAre(b, 4n * large, 0n);
    assert.equal((await a.refuse({ credits: 4n * large })).reason, 'money_spent');
    await a.admit({ credits: limit });
  });

  void test(
    'decides as the engine of one process does, whatever is asked',
    { timeout: isFullProof ? 600_000 : 60_000 },
    async (context) => {
      const runs = isFullProof ? 200 : 15;
      await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), sameAnswers), {
        numRuns: runs,
        endOnFailure: true,
        includeErrorInReport: true,
      });
      context.diagnostic(`${String(runs)} sequences`);
    },
  );

  async function sameAnswers(steps: readonly Step[]): Promise<void> {
    await server.command('FLUSHALL');
    const registry = new Registry();
    const clock = new VirtualClock();
    const node = await startNode(server.url, 'node', { registry, virtual: clock });
    const calendar = createCalendar('Asia/Shanghai', clock);
    const coordination = createMemoryCoordination({ figures: registry.figures, calendar, logger: silentLogger });
    const callers = [new Caller(node), new Caller({ ...node, coordination, calendar })] as const;
    try {
      await compare(steps, callers, clock);
    } finally {
      await node.close();
    }
  }
});

type Step =
  | { readonly try: CallOptions }
  | { readonly free: number }
  | { readonly settle: number; readonly posted: bigint; readonly tokens: number }
  | { readonly advance: number };

const edge = 2n ** 53n;
const money = fc.oneof(fc.bigInt({ min: 0n, max: 60n }), fc.bigInt({ min: edge - 3n, max: edge + 40n }));
const limit = fc.option(fc.oneof(fc.bigInt({ min: -2n, max: 80n }), fc.bigInt({ min: edge - 3n, max: 3n * edge })), { freq: 2 });
const rate = fc.record({
  requestsPerMinute: fc.option(fc.nat({ max: 6 })),
  concurrency: fc.option(fc.nat({ max: 5 })),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      try: fc.record({
        credits: limit,
        dailyCap: limit,
        monthlyCap: limit,
        arming: fc.nat({ max: 2 }),
        reserve: money,
        strict: fc.boolean(),
        accountRates: rate,
        keyRates: rate.map((limits) => ({ ...limits, tokensPerMinute: 500 })),
        expectedTokens: fc.nat({ max: 300 }),
        heldMax: money,
      }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ settle: fc.nat({ max: 9 }), posted: money, tokens: fc.nat({ max: 300 }) }) },
  { weight: 2, arbitrary: fc.record({ free: fc.nat({ max: 9 }) }) },
  { weight: 1, arbitrary: fc.record({ advance: fc.constantFrom(1, 999, 20_000, 60_000, 61_000, 86_400_000) }) },
);

/** Runs the same steps on both engines and compares every result. */
async function compare(steps: readonly Step[], callers: readonly [Caller, Caller], clock: VirtualClock): Promise<void> {
  const open: Reservation[] = [];
  const seen = new Set(windows);
  const alike = async <Answer>(ask: (caller: Caller) => Promise<Answer>): Promise<Answer> => {
    const [there, here] = [await ask(callers[0]), await ask(callers[1])];
    assert.deepEqual(there, here);
    return there;
  };
  for (const taken of steps) {
    if ('advance' in taken) {
      clock.advance(taken.advance);
    } else if ('try' in taken) {
      const admission = await alike((caller) => caller.try(taken.try));
      if (admission.admitted) open.push(admission.reservation);
    } else if ('free' in taken) {
      const reservation = open[taken.free % Math.max(1, open.length)];
      if (reservation !== undefined) await alike((caller) => caller.freeSlots(reservation));
    } else {
      const [reservation] = open.splice(taken.settle % Math.max(1, open.length), 1);
      if (reservation === undefined) continue;
      for (const window of reservation.windows) seen.add(window);
      await alike((caller) => caller.settle(reservation, taken.posted, taken.tokens));
    }
    const current = [...seen].filter((window) => open.some((call) => call.windows.includes(window)));
    await alike((caller) => caller.figures(['acc_a', ...current]));
    await alike(async (caller) => caller.harness.coordination.running('acc_a'));
  }
}
