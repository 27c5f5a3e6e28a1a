/**
 * Goal: the preference of a call decides between equal routes. Priority, region and health come first, except for a preferred route that
 * works.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RouteBalance } from '@tollgate/contract/enumerations';
import { provider, Stage } from '../../../test/upstream/routing-stage.ts';
import type { Price } from '../../domain/catalog/model.ts';
import type { Candidate } from './candidate.ts';
import { FirstByteLoad } from './first-byte-load.ts';
import type { RoutingOptions } from './rehearsal.ts';
import { VirtualClock } from '../../../test/virtual-clock.ts';

const at = (input: bigint): Price => ({ input, cachedInput: input, output: 0n, perCall: 0n, card: null });

function costing(input: bigint | null) {
  return { models: [{ model: 'm', upstreamModel: 'm', cost: input === null ? null : at(input) }] };
}

function candidates(stage: Stage, options: Partial<RoutingOptions>): readonly Candidate[] {
  return stage.routing.candidates(stage.providers, 'm', { region: 'domestic', domesticOnly: false, ...options });
}

const ids = (list: readonly Candidate[]): string[] => list.map(({ route }) => route.id);
const fastest = { balance: 'fastest' as RouteBalance };
const cheapest: Partial<RoutingOptions> = { balance: 'cheapest', costOf: ({ input }) => input };

/** Answers at the best candidate after this time, and returns its ID. */
function answerIn(stage: Stage, msOf: Readonly<Record<string, number>>): string {
  const [best] = candidates(stage, fastest);
  assert.ok(best);
  stage.routing.started(best);
  stage.routing.succeeded(best, msOf[best.route.id] ?? 0);
  stage.clock.advance(50);
  return best.route.id;
}

function share(stage: Stage, msOf: Readonly<Record<string, number>>, id: string): number {
  const used = Array.from({ length: 1_000 }, () => answerIn(stage, msOf));
  return used.filter((one) => one === id).length / used.length;
}

describe('the fastest of equal routes', () => {
  test('get nearly all calls; a slow one is tried again now and then, and gets calls once it is fast', () => {
    const stage = new Stage(provider('p', 1, [{ id: 'a' }]), provider('q', 1, [{ id: 'b' }]));
    const slow = share(stage, { a: 100, b: 1_000 }, 'b');
    assert.ok(slow > 0 && slow < 0.02, String(slow));
    share(stage, { a: 100, b: 10 }, 'b');
    const faster = share(stage, { a: 100, b: 10 }, 'b');
    assert.ok(faster > 0.9, String(faster));
  });

  test('are not crowded: calls that wait for a first byte count, and three of one speed share the calls', () => {
    const stage = new Stage(...['a', 'b', 'c'].map((id) => provider(id, 1, [{ id }])));
    const waiting: Candidate[] = [];
    for (let call = 0; call < 60; call += 1) {
      const [best] = candidates(stage, fastest);
      assert.ok(best);
      stage.routing.started(best);
      waiting.push(best);
    }
    const used = ids(waiting);
    for (const id of ['a', 'b', 'c']) assert.ok(Math.abs(used.filter((one) => one === id).length - 20) <= 6, used.join());
    for (const one of waiting) stage.routing.succeeded(one, 100);
    assert.equal(new Set(ids(candidates(stage, fastest))).size, 3);
  });

  test('stay behind a route of better rank, before an ejected one, and a weight of 0 is only a fallback', () => {
    const stage = new Stage(
      provider('first', 1, [{ id: 'a' }]),
      provider('p', 2, [{ id: 'b' }]),
      provider('q', 2, [{ id: 'c' }], { weight: 0 }),
      provider('r', 2, [{ id: 'd' }]),
    );
    stage.routing.succeeded(stage.find('a'), 5_000);
    for (let call = 0; call < 20; call += 1) {
      const order = ids(candidates(stage, fastest));
      assert.deepEqual([order[0], order[3]], ['a', 'c']);
    }
    stage.fail('b', undefined, 5);
    assert.deepEqual(ids(candidates(stage, fastest)), ['a', 'd', 'c', 'b']);
    assert.deepEqual(candidates(stage, fastest).map(({ by }) => by), [null, 'fastest', 'fastest', 'fastest']); // oxfmt-ignore
  });

  test('a route that broke a stream off, or ended an attempt, keeps the count of those that wait', () => {
    const clock = new VirtualClock();
    const load = new FirstByteLoad(clock);
    load.ended(null);
    load.started();
    load.started();
    load.ended(99);
    assert.equal(load.costAt(0), 200);
    load.ended(null);
    assert.equal(load.costAt(0), 100);
    const stage = new Stage(provider('p', 1, [{ id: 'a' }]), provider('q', 1, [{ id: 'b' }]));
    const a = stage.find('a');
    for (let call = 0; call < 4; call += 1) stage.routing.started(a);
    stage.routing.succeeded(a, 10);
    for (let time = 0; time < 3; time += 1) stage.routing.brokeOff(a, { fault: 'reset' }, 'scripted');
    stage.routing.started(stage.find('b'));
    stage.routing.succeeded(stage.find('b'), 20);
    assert.deepEqual(ids(candidates(stage, fastest)), ['b', 'a'], 'three calls still wait for a');
  });

  test('an answer slower than the average counts at once, faster ones over ten seconds, and an old average fades', () => {
    const clock = new VirtualClock();
    const load = new FirstByteLoad(clock);
    const observe = (firstByteMs: number): void => {
      load.started();
      load.ended(firstByteMs);
    };
    const now = (): number => Math.round(load.costAt(clock.monotonicMs()) - 1);
    observe(100);
    observe(1_000);
    assert.equal(now(), 1_000);
    observe(100);
    assert.equal(now(), 1_000);
    clock.advance(10_000);
    assert.equal(now(), Math.round(1_000 / Math.E));
    observe(100);
    assert.equal(now(), Math.round(1_000 / Math.E + 100 * (1 - 1 / Math.E)));
    clock.advance(600_000);
    assert.equal(now(), 0);
  });
});

describe('the cheapest of equal routes', () => {
  test('goes first by what the call costs there, unknown costs last, and equals share the calls', () => {
    const stage = new Stage(
      provider('unknown', 1, [{ id: 'u' }], costing(null)),
      provider('dear', 1, [{ id: 'd' }], costing(9n)),
      provider('one', 1, [{ id: 'a' }], costing(2n)),
      provider('two', 1, [{ id: 'b' }], costing(2n)),
      provider('behind', 2, [{ id: 'z' }], costing(1n)),
    );
    const orders = Array.from({ length: 40 }, () => ids(candidates(stage, cheapest)));
    for (const order of orders) assert.deepEqual([order.slice(0, 2).sort(), order.slice(2)], [['a', 'b'], ['d', 'u', 'z']]); // oxfmt-ignore
    assert.deepEqual([...new Set(orders.map(([first]) => first))].sort(), ['a', 'b']);
    assert.deepEqual(candidates(stage, cheapest).map(({ by }) => by).at(0), 'cheapest'); // oxfmt-ignore
  });

  test('is the one of the conversation where several cost the same', () => {
    const stage = new Stage(...['a', 'b', 'c'].map((id) => provider(id, 1, [{ id }], costing(id === 'c' ? 1n : 2n))));
    const affinity = { hash: 7, saves: () => true };
    const orders = Array.from({ length: 10 }, () => ids(candidates(stage, { ...cheapest, affinity })).join());
    assert.equal(new Set(orders).size, 1);
    assert.ok(orders[0]?.startsWith('c'));
  });

  test('is nobody where no cost is known: the weights decide', () => {
    const stage = new Stage(...['a', 'b'].map((id) => provider(id, 1, [{ id }], costing(null))));
    const orders = Array.from({ length: 10 }, () => candidates(stage, cheapest));
    assert.equal(new Set(orders.map(([first]) => first?.route.id)).size, 2);
    assert.equal(orders[0]?.[0]?.by, null);
  });
});

describe('the preferred route of a key', () => {
  test('goes first whatever its rank while it is not ejected; one that is not there changes nothing', () => {
    const stage = new Stage(provider('p', 1, [{ id: 'a' }]), provider('q', 2, [{ id: 'b' }]), provider('r', 3, [{ id: 'c' }]));
    const preferring = (preferredRoute: string) => candidates(stage, { preferredRoute });
    assert.deepEqual([ids(preferring('c')), preferring('c')[0]?.by], [['c', 'a', 'b'], 'preferred']);
    assert.deepEqual(ids(preferring('gone')), ['a', 'b', 'c']);
    stage.fail('c', undefined, 5);
    assert.deepEqual(ids(preferring('c')), ['a', 'b', 'c']);
    stage.clock.advance(30_000);
    assert.deepEqual(ids(preferring('c')), ['c', 'a', 'b']);
  });
});

test('among equals the routes that speak the protocol of the client go first, whatever the preference; rank decides before', () => {
  const stage = new Stage(...['a', 'b', 'c', 'd'].map((id) => provider(id, 1, [{ id }])), provider('z', 0, [{ id: 'z' }]));
  const foreign = new Set(['a', 'c', 'z']);
  const isForeign: RoutingOptions['isForeign'] = ({ name }) => foreign.has(name);
  const seen = new Set<string>();
  for (const options of [{}, fastest, cheapest, { affinity: { hash: 7, saves: () => true } }] as const)
    for (let call = 0; call < 20; call += 1) {
      const [first, ...order] = ids(candidates(stage, { ...options, isForeign }));
      assert.equal(first, 'z', 'a foreign route of better rank is first');
      assert.deepEqual(
        order.map((id) => foreign.has(id)),
        [false, false, true, true],
      );
      seen.add(order.join());
    }
  assert.ok(seen.size > 1, 'weights still decide among those of one protocol');
});
