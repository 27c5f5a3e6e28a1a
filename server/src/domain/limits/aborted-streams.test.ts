import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nanoPerCny } from '@tollgate/contract/money';
import { createAbortedStreams, type AbortedStreams } from './aborted-streams.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const cent = nanoPerCny / 100n;
const startMs = Date.UTC(2026, 10, 21, 4);

/** Breaks off `count` streams, a second apart, at 0.05 CNY each. */
function abuse(streams: AbortedStreams, count: number, fromMs = startMs, accountId = 'acc_a'): boolean[] {
  return Array.from({ length: count }, (_, index) =>
    streams.record({ accountId, aborted: true, uncollected: 5n * cent, charged: 0n, atMs: fromMs + index * 1000 }),
  );
}

test('20 aborted streams worth 1 CNY and a fifth of what was charged throttle the account, with one notice', () => {
  const streams = createAbortedStreams();
  assert.deepEqual(abuse(streams, 20), [...Array<boolean>(19).fill(false), true]);
  assert.ok(!abuse(streams, 60, startMs + 30_000).includes(true), 'no second notice while throttled');
  const atMs = startMs + 2 * minuteMs;
  for (let sent = 0; sent < 10; sent += 1) assert.deepEqual(streams.check('acc_a', atMs + sent), { throttled: false });
  assert.deepEqual(streams.check('acc_a', atMs + 10), { throttled: true, retryAfterMs: minuteMs - 10 });
  assert.deepEqual(streams.check('acc_a', atMs + minuteMs), { throttled: false });
  assert.deepEqual(streams.check('acc_b', atMs), { throttled: false }, 'other accounts are unaffected');
});

test('after the hour the account is free, and the next press of Stop is no second offence', () => {
  const streams = createAbortedStreams();
  abuse(streams, 20);
  const freeMs = startMs + 19_000 + hourMs;
  for (let sent = 0; sent < 11; sent += 1) streams.check('acc_a', freeMs - 1);
  assert.ok(streams.check('acc_a', freeMs - 1).throttled);
  for (let sent = 0; sent < 500; sent += 1) assert.deepEqual(streams.check('acc_a', freeMs + sent), { throttled: false });
  assert.deepEqual(abuse(streams, 19, freeMs), Array<boolean>(19).fill(false));
  assert.ok(!streams.check('acc_a', freeMs + minuteMs).throttled);
  assert.ok(abuse(streams, 1, freeMs + minuteMs)[0], 'but as much again is');
});

test('each of the three conditions is needed', () => {
  const few = createAbortedStreams();
  for (let index = 0; index < 19; index += 1) {
    assert.ok(!few.record({ accountId: 'acc_a', aborted: true, uncollected: nanoPerCny, charged: 0n, atMs: startMs }));
  }
  const cheap = createAbortedStreams();
  for (let index = 0; index < 99; index += 1) {
    assert.ok(!cheap.record({ accountId: 'acc_a', aborted: true, uncollected: cent, charged: 0n, atMs: startMs }));
  }
  const paying = createAbortedStreams();
  paying.record({ accountId: 'acc_a', aborted: false, uncollected: 0n, charged: 51n * nanoPerCny, atMs: startMs });
  for (let index = 0; index < 200; index += 1) {
    assert.ok(!paying.record({ accountId: 'acc_a', aborted: true, uncollected: 5n * cent, charged: 0n, atMs: startMs }));
  }
});

test('aborts older than a day are forgotten', () => {
  const streams = createAbortedStreams();
  abuse(streams, 19);
  assert.ok(!abuse(streams, 1, startMs + 24 * hourMs).includes(true));
  assert.ok(abuse(streams, 19, startMs + 24 * hourMs + minuteMs).includes(true));
});

test('a person who presses Stop now and then must never meet it', () => {
  // A day of chat: up to 400 answers of 0.002-0.3 CNY, of which every tenth at most is stopped, on average half way.
  const answer = fc.record({
    cost: fc.bigInt({ min: 2n, max: 300n }),
    stopped: fc.nat({ max: 9 }),
    pauseMs: fc.nat({ max: 10 * minuteMs }),
  });
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 400, size: 'max' }), (answers) => {
      const streams = createAbortedStreams();
      let atMs = startMs;
      for (const [index, { cost, stopped, pauseMs }] of answers.entries()) {
        atMs += pauseMs;
        const aborted = index % 10 === 9 && stopped > 0;
        const paid = (cost * nanoPerCny) / 1000n;
        // What is stopped costs no more than the nine answers read before it would have.
        const uncollected = aborted ? paid / 2n : 0n;
        streams.record({ accountId: 'acc_a', aborted, uncollected, charged: aborted ? 0n : paid, atMs });
        assert.deepEqual(streams.check('acc_a', atMs), { throttled: false });
      }
    }),
    { numRuns: 300 },
  );
});

test('memory is bounded: accounts silent longest are forgotten first', () => {
  const streams = createAbortedStreams({ accountsMax: 2 });
  abuse(streams, 19, startMs, 'acc_a');
  abuse(streams, 19, startMs, 'acc_b');
  abuse(streams, 1, startMs, 'acc_c');
  assert.ok(!abuse(streams, 1, startMs, 'acc_a').includes(true));
});

test('a clock set back does not prolong the throttle beyond its hour', () => {
  const streams = createAbortedStreams();
  abuse(streams, 20);
  const backMs = startMs - 24 * hourMs;
  for (let sent = 0; sent < 11; sent += 1) streams.check('acc_a', backMs);
  assert.ok(streams.check('acc_a', backMs).throttled);
  assert.ok(!streams.check('acc_a', backMs + hourMs).throttled);
});
