/** Goal: a key is sent no more tokens a minute than its provider allows, and no fewer because of expectations that were too high. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { provider, Stage, status } from '../../../test/upstream/routing-stage.ts';
import type { RouteKey } from '../../domain/catalog/model.ts';
import { plainKey, unlimitedKey } from '../../domain/catalog/plain-key.ts';
import type { Candidate } from './candidate.ts';

function key(id: string, tokensPerMinute: number | null): RouteKey {
  return { ...plainKey(id, `secret-of-${id}`), limits: { ...unlimitedKey, tokensPerMinute } };
}

function stageWith(nodes: number, ...keys: readonly RouteKey[]): Stage {
  return new Stage({ nodes: () => nodes }, provider('p', 1, [{ id: 'a', keys }]));
}

function take(stage: Stage, tokens: number): Candidate | null {
  return stage.routing.take(stage.find('a'), null, tokens);
}

test('a key that would exceed its tokens is passed over; when all would, the route says when the first is free', () => {
  const stage = stageWith(1, key('one', 1_000), key('two', 600));
  const taken = Array.from({ length: 3 }, () => take(stage, 500)?.key.id);
  assert.deepEqual(taken.toSorted(), ['one', 'one', 'two']);
  assert.equal(take(stage, 500), null);
  assert.equal(stage.routing.freesInMs(stage.find('a'), 100), 0, 'so many still fit');
  assert.equal(take(stage, 100)?.key.id, 'two');
  stage.clock.advance(20_000);
  const waitMs = stage.routing.freesInMs(stage.find('a'), 500);
  assert.ok(waitMs > 39_000 && waitMs <= 41_000, String(waitMs));
  assert.deepEqual([...stage.routing.report(stage.find('a').route).keys.values()].map(({ isFull }) => isFull), [true, true]); // oxfmt-ignore
  stage.clock.advance(waitMs);
  assert.notEqual(take(stage, 500), null);
});

test('usage corrects what was expected: less makes room at once, more takes it', () => {
  const stage = stageWith(1, key('one', 1_000));
  const first = take(stage, 900);
  assert.equal(take(stage, 200), null);
  first?.tokens?.correct(300);
  const second = take(stage, 200);
  assert.notEqual(second, null);
  second?.tokens?.correct(700);
  assert.equal(take(stage, 1), null);
  stage.clock.advance(61_000);
  second?.tokens?.correct(100_000);
  assert.notEqual(take(stage, 1_000), null, 'what is older than a minute counts no more');
});

test('a request that expects more than the whole limit may go alone', () => {
  const stage = stageWith(1, key('one', 1_000));
  assert.notEqual(take(stage, 5_000), null);
  assert.equal(take(stage, 1), null);
});

test('an attempt that the budget of retries forbids counts no tokens', () => {
  const stage = stageWith(1, key('one', 1_000), key('two', 1_000));
  for (let spent = 0; spent < 100; spent += 1) stage.routing.takeRetry(stage.find('a'));
  const candidate = take(stage, 10);
  assert.ok(candidate);
  for (let retry = 0; retry < 50; retry += 1)
    assert.equal(stage.routing.takeOtherKey({ candidate, why: status(429) }, null, 900), null);
  assert.equal(take(stage, 900) === null && take(stage, 900) === null, false);
});

test('whatever calls expect and use, no node sends more than its share in a minute, and it refuses none that fits', () => {
  const call = fc.record({
    tokens: fc.integer({ min: 1, max: 400 }),
    used: fc.integer({ min: 0, max: 500 }),
    afterMs: fc.nat(8_000),
  });
  const drawn = fc.record({ calls: fc.array(call, { maxLength: 80 }), limit: fc.integer({ min: 500, max: 3_000 }), nodes: fc.constantFrom(1, 3) }); // oxfmt-ignore
  fc.assert(
    fc.property(drawn, ({ calls, limit, nodes }) => {
      const stage = stageWith(nodes, key('one', limit));
      const share = Math.floor(limit / nodes);
      const counted: { readonly atMs: number; tokens: number }[] = [];
      const sum = (nowMs: number, withinMs: number): number =>
        counted.filter(({ atMs }) => nowMs - atMs < withinMs).reduce((total, { tokens }) => total + tokens, 0);
      for (const { tokens, used, afterMs } of calls) {
        stage.clock.advance(afterMs);
        const nowMs = stage.clock.monotonicMs();
        const taken = take(stage, tokens);
        // Tokens are counted in steps of a second: up to one too long.
        if (taken === null) assert.ok(sum(nowMs, 61_000) + tokens > share, 'it would have fitted');
        else {
          const before = sum(nowMs, 60_000);
          assert.ok(before <= 0 || before + tokens <= share, `${String(before)} + ${String(tokens)} of ${String(share)}`);
          counted.push({ atMs: nowMs, tokens: used });
          taken.tokens?.correct(used);
          stage.routing.released(taken);
        }
      }
    }),
    { numRuns: 200 },
  );
});
