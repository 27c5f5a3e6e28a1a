import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { provider, Stage, status } from '../../../test/upstream/routing-stage.ts';
import type { AttemptFailure } from './health/route-health.ts';

describe('the order of candidates', () => {
  test('lower priority number first, then the same region', () => {
    const stage = new Stage(
      provider('second', 2, [{ id: 'c' }]),
      provider('first', 1, [{ id: 'b', region: 'overseas' }, { id: 'a' }]),
    );
    assert.deepEqual(stage.order('domestic'), ['a', 'b', 'c']);
    assert.deepEqual(stage.order('overseas'), ['b', 'a', 'c']);
  });

  test('only enabled providers that serve the model, each under its own name for it, no route twice', () => {
    const stage = new Stage(
      provider('off', 1, [{ id: 'a' }], { enabled: false }),
      provider('other', 1, [{ id: 'b' }], { models: [{ model: 'x', upstreamModel: 'x', cost: null }] }),
      provider('one', 2, [{ id: 'c' }, { id: 'c' }]),
      provider('two', 3, [{ id: 'c' }]),
    );
    assert.deepEqual(
      stage.candidates().map((candidate) => [candidate.route.id, candidate.upstreamModel]),
      [['c', 'one-m']],
    );
    assert.deepEqual(stage.routing.candidates([], 'm', { region: 'domestic', domesticOnly: false }), []);
  });

  test('equal providers share the calls by weight, exactly over any stretch', () => {
    const stage = new Stage(
      provider('light', 1, [{ id: 'light' }], { weight: 1 }),
      provider('heavy', 1, [{ id: 'heavy' }], { weight: 3 }),
      provider('spare', 1, [{ id: 'spare' }], { weight: 0 }),
    );
    const first = new Map<string, number>();
    for (let call = 0; call < 400; call += 1) {
      const order = stage.order();
      assert.equal(new Set(order).size, 3);
      first.set(order[0] ?? '', (first.get(order[0] ?? '') ?? 0) + 1);
    }
    assert.ok(Math.abs((first.get('heavy') ?? 0) - 300) <= 3);
    assert.equal(first.get('spare'), undefined);
  });
});

describe('what the operator hears of a route', () => {
  test('one warning each time it is put aside and one line when it is back, whatever else happens to it meanwhile', () => {
    const stage = new Stage(provider('p', 1, [{ id: 'a' }]), provider('q', 2, [{ id: 'b' }]));
    stage.fail('a', undefined, 4);
    assert.deepEqual(stage.lines, []);
    stage.fail('a', undefined, 20);
    const backAt = new Date(stage.clock.nowMs() + 30_000).toISOString();
    const names = { provider: 'p', region: 'domestic', route: 'a' };
    const aside = { level: 'warn', message: 'a route is suspended because it fails' };
    assert.deepEqual(stage.lines, [{ ...aside, fields: { ...names, fault: 'scripted', backAt } }]);
    stage.clock.advance(30_000);
    stage.fail('a');
    assert.equal(stage.lines.length, 2, 'a failed trial puts it aside once more');
    for (let answer = 0; answer < 5; answer += 1) stage.routing.succeeded(stage.find('a'), 1);
    assert.deepEqual(stage.lines.slice(2), [{ level: 'info', message: 'a route works again', fields: names }]);
    stage.fail('a', status(429), 10);
    assert.equal(stage.lines.length, 3, 'an overload is no outage');
    stage.fail('a', status(401), 10);
    assert.equal(stage.lines.filter(({ level }) => level === 'warn').length, 3);
  });

  test('its state, since when, until when, its last fault and what was counted', () => {
    const stage = new Stage(provider('p', 1, [{ id: 'a' }]));
    const { route } = stage.find('a');
    const startMs = stage.clock.nowMs();
    const seen = () => {
      const { standing, sinceMs, backAtMs, lastFault, attempts } = stage.routing.report(route);
      return [standing, sinceMs - startMs, backAtMs === null ? null : backAtMs - startMs, lastFault, attempts];
    };
    assert.deepEqual(seen(), ['healthy', 0, null, null, 0]);
    stage.clock.advance(1_000);
    stage.fail('a', status(429, 5_000));
    assert.deepEqual(seen(), ['ejected', 1_000, 6_000, 'scripted', 1]);
    stage.clock.advance(9_000);
    assert.deepEqual(seen(), ['healthy', 0, null, 'scripted', 1]);
    stage.fail('a', undefined, 5);
    assert.deepEqual(seen(), ['ejected', 10_000, 40_000, 'scripted', 6]);
    stage.clock.advance(35_000);
    stage.routing.started(stage.find('a'));
    assert.deepEqual(seen(), ['trial', 40_000, null, 'scripted', 7]);
    stage.routing.succeeded(stage.find('a'), 70);
    assert.deepEqual(seen(), ['healthy', 45_000, null, 'scripted', 7]);
    const { failures, firstByte } = stage.routing.report(route);
    assert.deepEqual([...failures], [['throttled', 1], ['reset', 5]]); // oxfmt-ignore
    assert.deepEqual([firstByte.sumSeconds, firstByte.cumulative().at(-1)], [0.07, ['+Inf', 1]]);
  });
});

describe('whom a call asks again', () => {
  const tried = (stage: Stage, faults: Readonly<Record<string, AttemptFailure>>) =>
    stage.routing.again(Object.entries(faults).map(([id, why]) => ({ candidate: stage.find(id), why })));

  test('the best of those that may recover now, not one that failed permanently or asks for patience', () => {
    const stage = new Stage(provider('p', 1, [{ id: 'a' }]), provider('q', 2, [{ id: 'b' }]), provider('r', 3, [{ id: 'c' }]));
    const idOf = (faults: Readonly<Record<string, AttemptFailure>>) => tried(stage, faults)?.candidate.route.id ?? null;
    assert.equal(idOf({ a: { fault: 'reset' }, b: { fault: 'reset' } }), 'a');
    assert.equal(idOf({ a: status(404), b: status(503) }), 'b');
    assert.equal(idOf({ a: status(503, 30_000), b: status(503) }), 'b');
    assert.equal(idOf({ a: status(503), b: { fault: 'first_byte_timeout' } }), 'a');
    assert.equal(idOf({ a: status(500), b: { fault: 'total_timeout' }, c: status(401) }), null);
    stage.fail('a', undefined, 5);
    assert.equal(idOf({ a: { fault: 'reset' }, c: { fault: 'reset' } }), 'c', 'a healthy one before one put aside');
  });

  test('calls that failed together come back spread over the whole pause', () => {
    const stage = new Stage(provider('p', 1, [{ id: 'a' }]));
    const pauses = Array.from({ length: 100 }, () => tried(stage, { a: { fault: 'reset' } })?.pauseMs ?? 0);
    pauses.sort((left, right) => left - right);
    for (const [place, pauseMs] of pauses.entries())
      assert.ok(Math.abs(pauseMs - (200 + place * 8)) <= 24, `${String(place)}: ${String(pauseMs)}`);
  });
});
