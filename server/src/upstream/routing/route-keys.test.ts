/** Goal: the limits of an upstream's keys add up, and the fault of one key affects neither the others nor their route. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { provider, Stage, status } from '../../../test/upstream/routing-stage.ts';
import type { RouteKey } from '../../domain/catalog/model.ts';
import { plainKey, unlimitedKey } from '../../domain/catalog/plain-key.ts';
import type { AttemptFailure } from './health/route-health.ts';
import type { Candidate } from './candidate.ts';

function key(id: string, parts: Partial<RouteKey> = {}): RouteKey {
  return { ...plainKey(id, `secret-of-${id}`), ...parts };
}

/** A route with these keys, followed by another route. */
function stageWith(...keys: readonly RouteKey[]): Stage {
  return new Stage(provider('p', 1, [{ id: 'a', keys }]), provider('q', 2, [{ id: 'b' }]));
}

function take(stage: Stage): Candidate {
  const taken = stage.routing.take(stage.find('a'));
  assert.ok(taken);
  return taken;
}

/** One attempt that is answered and over. */
function attempt(stage: Stage): string {
  const candidate = take(stage);
  stage.routing.started(candidate);
  stage.routing.succeeded(candidate, 1);
  stage.routing.released(candidate);
  return candidate.key.id;
}

/** One attempt that fails. Returns what the same call may try next. */
function fail(stage: Stage, why: AttemptFailure): string | null {
  const candidate = take(stage);
  stage.routing.started(candidate);
  stage.routing.failed(candidate, why, 'scripted');
  stage.routing.released(candidate);
  const other = stage.routing.takeOtherKey({ candidate, why });
  if (other !== null) stage.routing.released(other);
  return other?.key.id ?? null;
}

function counts(ids: readonly string[]): Record<string, number> {
  return Object.fromEntries([...new Set(ids)].sort().map((id) => [id, ids.filter((one) => one === id).length]));
}

const limited = (limits: Partial<RouteKey['limits']>): Partial<RouteKey> => ({ limits: { ...unlimitedKey, ...limits } });

describe('the keys of a route', () => {
  test('share its attempts by weight; one without weight is a fallback, one switched off is never used', () => {
    const stage = stageWith(key('one'), key('three', { weight: 3 }), key('spare', { weight: 0 }), key('off', { enabled: false }));
    const used = counts(Array.from({ length: 400 }, () => attempt(stage)));
    assert.deepEqual(Object.keys(used), ['one', 'three']);
    assert.ok(Math.abs((used.three ?? 0) - 300) <= 3, JSON.stringify(used));
    for (let refused = 0; refused < 2; refused += 1) fail(stage, status(401));
    assert.equal(attempt(stage), 'spare');
    const off = new Stage(provider('p', 1, [{ id: 'a', keys: [key('off', { enabled: false })] }]));
    assert.deepEqual(off.order(), [], 'a route without a key is none');
  });

  for (const [name, why, forMs] of [
    ['is throttled', status(429), 1_000],
    ['is throttled for a time it is told', status(429, 20_000), 20_000],
    ['is throttled for longer than anybody waits', status(429, 3_600_000), 60_000],
    ['is refused', status(401), 300_000],
    ['has no money', status(402), 300_000],
  ] as const) {
    test(`one that ${name} is put aside for ${String(forMs / 1000)} s: the same call goes on with another, and the route is blamed for nothing`, () => {
      const stage = stageWith(key('one'), key('two'));
      const other = fail(stage, why);
      assert.ok(other);
      assert.deepEqual([stage.order(), stage.standing('a')], [['a', 'b'], 'healthy']);
      stage.clock.advance(forMs - 1);
      assert.deepEqual(counts(Array.from({ length: 20 }, () => attempt(stage))), { [other]: 20 });
      stage.clock.advance(1);
      assert.deepEqual(Object.keys(counts(Array.from({ length: 20 }, () => attempt(stage)))), ['one', 'two']);
    });
  }

  test('when none is left the route goes behind the others, until the first is back; it is still tried if it is the last', () => {
    const stage = stageWith(key('one'), key('two'));
    assert.ok(fail(stage, status(429, 30_000)));
    assert.equal(fail(stage, status(429, 10_000)), null);
    assert.deepEqual([stage.order(), stage.standing('a')], [['b', 'a'], 'ejected']);
    const { backAtMs } = stage.routing.report(stage.find('a').route);
    assert.equal(backAtMs, stage.clock.nowMs() + 10_000);
    assert.ok(stage.routing.take(stage.find('a')));
    stage.clock.advance(10_000);
    assert.deepEqual(stage.order(), ['a', 'b']);
  });

  test("the route's own faults are the route's, whichever key they met", () => {
    const stage = stageWith(key('one'), key('two'));
    for (let fault = 0; fault < 5; fault += 1) assert.equal(fail(stage, { fault: 'reset' }), null);
    assert.deepEqual(stage.order(), ['b', 'a']);
    const { keys } = stage.routing.report(stage.find('a').route);
    assert.deepEqual(
      [...keys.values()].map(({ standing }) => standing),
      ['healthy', 'healthy'],
    );
  });

  test('429 after 429 without a time doubles the time a key is ejected for, up to a minute; an answer resets it', () => {
    const stage = stageWith(key('one'));
    const durations: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      fail(stage, status(429));
      let seconds = 0;
      for (; stage.standing('a') === 'ejected'; seconds += 1) stage.clock.advance(1_000);
      durations.push(seconds);
    }
    assert.deepEqual(durations, [1, 2, 4, 8, 16, 32, 60, 60]);
    attempt(stage);
    for (let together = 0; together < 5; together += 1) fail(stage, status(429));
    stage.clock.advance(1_000);
    assert.equal(stage.standing('a'), 'healthy', 'what was under way together counts once');
  });

  test('a change to another key takes from the budget of the route: bad keys make no storm', () => {
    const stage = stageWith(...Array.from({ length: 100 }, (_, at) => key(`k${String(at)}`)), key('good', { weight: 0 }));
    let changed = 0;
    for (let round = 0; round < 100; round += 1) if (fail(stage, status(401)) !== null) changed += 1;
    assert.equal(changed, 100);
    assert.equal(stage.routing.takeRetry(stage.find('a')), false);
  });
});

describe('the limits of a key', () => {
  test('at once: one attempt more goes to another key, or nowhere, until an exchange is over', () => {
    const stage = stageWith(key('one', limited({ concurrency: 2 })), key('two', limited({ concurrency: 1 })));
    const running = [take(stage), take(stage), take(stage)];
    assert.deepEqual(counts(running.map((each) => each.key.id)), { one: 2, two: 1 });
    assert.equal(stage.routing.take(stage.find('a')), null);
    const two = running.find((each) => each.key.id === 'two');
    assert.ok(two);
    stage.routing.released(two);
    assert.equal(take(stage).key.id, 'two');
  });

  test('a minute: exactly as many in any 60 s', () => {
    const stage = stageWith(key('one', limited({ requestsPerMinute: 3 })));
    for (let call = 0; call < 3; call += 1) attempt(stage);
    stage.clock.advance(59_999);
    assert.equal(stage.routing.take(stage.find('a')), null);
    assert.deepEqual([...stage.routing.report(stage.find('a').route).keys.values()].map(({ isFull }) => isFull), [true]); // oxfmt-ignore
    stage.clock.advance(1);
    for (let call = 0; call < 3; call += 1) attempt(stage);
    assert.equal(stage.routing.take(stage.find('a')), null);
  });

  test('are shared by the nodes that live; each has at least one', () => {
    let nodes = 3;
    const stage = new Stage(
      { nodes: () => nodes },
      provider('p', 1, [{ id: 'a', keys: [key('one', limited({ concurrency: 10 }))] }]),
    );
    const taken = (): number => {
      let count = 0;
      for (; stage.routing.take(stage.find('a')) !== null; count += 1);
      return count;
    };
    assert.equal(taken(), 3);
    nodes = 1;
    assert.equal(taken(), 7);
    nodes = 99;
    assert.equal(taken(), 0);
  });

  test('a key in use keeps what is known of it when weights, limits or its neighbours change; a new credential starts afresh', () => {
    const stage = stageWith(key('one', { weight: 0, ...limited({ concurrency: 2 }) }), key('two'));
    fail(stage, status(401));
    assert.equal(take(stage).key.id, 'one');
    const keysOf = (...keys: readonly RouteKey[]) => {
      const [candidate] = stage.routing.candidates(stageWith(...keys).providers, 'm', {
        region: 'domestic',
        domesticOnly: false,
      });
      assert.ok(candidate);
      return [...stage.routing.report(candidate.route).keys.values()].map(({ standing, isFull }) => [standing, isFull]);
    };
    const one = key('one', { weight: 5, ...limited({ concurrency: 1 }) });
    assert.deepEqual(keysOf(one, key('two'), key('three')), [
      ['healthy', true],
      ['ejected', false],
      ['healthy', false],
    ]);
    assert.deepEqual(keysOf(one, key('two', { apiKey: 'corrected' }))[1], ['healthy', false]);
  });
});

test('the operator hears once of a key that is put aside because it is refused, and once when it works again', () => {
  const stage = stageWith(key('one'));
  const two = stageWith(key('one'), key('two', { weight: 0 }));
  fail(two, status(401));
  fail(two, status(429));
  const names = { provider: 'p', region: 'domestic', route: 'a', key: 'one' };
  assert.deepEqual(
    two.lines.map(({ message, fields }) => [message, 'key' in fields && fields.key]),
    [['a key is suspended because the provider refuses it', 'one']],
  );
  two.clock.advance(300_000);
  attempt(two);
  assert.deepEqual(two.lines.slice(1), [{ level: 'info', message: 'a key works again', fields: names }]);
  fail(stage, status(401));
  assert.equal(stage.lines[0]?.message, 'a route is suspended because it fails', 'with a single key the route is named');
});
