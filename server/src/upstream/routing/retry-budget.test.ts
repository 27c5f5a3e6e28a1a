import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { VirtualClock } from '../../../test/virtual-clock.ts';
import { RetryBudget } from './retry-budget.ts';

test('of a route that answers nothing, further attempts are at most a fifth of its calls, one a second and 100', () => {
  const event = fc.record({ calls: fc.nat(40), asked: fc.nat(80), afterMs: fc.nat(5_000) });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 80 }), (events) => {
      const clock = new VirtualClock();
      const budget = new RetryBudget(clock);
      let calls = 0;
      let further = 0;
      for (const each of events) {
        clock.advance(each.afterMs);
        calls += each.calls;
        for (let call = 0; call < each.calls; call += 1) budget.callStarted();
        for (let again = 0; again < each.asked; again += 1) if (budget.take()) further += 1;
        assert.ok(further <= 100 + calls / 5 + clock.monotonicMs() / 1000 + 1e-6, `${String(further)} of ${String(calls)} calls`);
      }
    }),
  );
});

test('a route that answers every second attempt is never short of them, though 100 calls fail before the first answer', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 30 }), (crowds) => {
      const budget = new RetryBudget(new VirtualClock());
      for (const crowd of crowds) {
        for (let call = 0; call < crowd; call += 1) budget.callStarted();
        // Half of them fail, and half of those fail again; no call is answered before all of them were let through.
        const [failed, failedAgain] = [Math.ceil(crowd / 2), Math.ceil(Math.ceil(crowd / 2) / 2)];
        for (let again = 0; again < failed + failedAgain; again += 1) assert.ok(budget.take());
        for (let answer = 0; answer < crowd - Math.floor(failedAgain / 2); answer += 1) budget.answered();
      }
    }),
  );
});

test('an empty budget recovers by the second, up to 100, and no good time lets it hold more', () => {
  const clock = new VirtualClock();
  const budget = new RetryBudget(clock);
  const takeAll = (): number => {
    let taken = 0;
    while (budget.take()) taken += 1;
    return taken;
  };
  for (let answer = 0; answer < 1_000; answer += 1) budget.answered();
  assert.equal(takeAll(), 100);
  clock.advance(30_000);
  assert.equal(takeAll(), 30);
  clock.advance(3_600_000);
  assert.equal(takeAll(), 100);
});
