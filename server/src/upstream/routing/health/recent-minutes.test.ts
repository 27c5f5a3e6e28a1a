/** Goal: the last 60 minutes of a route are counted as a list of all its attempts would count them. Method: a list, and pauses of any length. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { minutesKept, RecentMinutes } from './recent-minutes.ts';

const minuteMs = 60_000;

test('each minute has its own attempts, and after an hour none of them', () => {
  const step = fc.record({
    afterMs: fc.oneof(fc.nat(200_000), fc.nat(2 * 60 * minuteMs)),
    what: fc.constantFrom('answered' as const, 'failed' as const),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.nat(3 * 60 * minuteMs), (steps, lookAfterMs) => {
      const minutes = new RecentMinutes();
      const all: { readonly what: string; readonly minute: number }[] = [];
      let nowMs = 5_000_000;
      for (const { afterMs, what } of steps) {
        nowMs += afterMs;
        minutes.add(what, nowMs);
        all.push({ what, minute: Math.floor(nowMs / minuteMs) });
      }
      nowMs += lookAfterMs;
      const current = Math.floor(nowMs / minuteMs);
      const expected = (what: string): number[] =>
        Array.from(
          { length: minutesKept },
          (_, index) => all.filter((one) => one.what === what && one.minute === current - minutesKept + 1 + index).length,
        );
      assert.deepEqual(minutes.counts(nowMs), { answered: expected('answered'), failed: expected('failed') });
    }),
    { seed: 43 },
  );
});
