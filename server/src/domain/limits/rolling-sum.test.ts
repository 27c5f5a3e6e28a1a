import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentTakings, type RecentTaking } from './recent-takings.ts';
import { RollingSum } from './rolling-sum.ts';

test('an amount counts for its hours and is taken away once', () => {
  const sum = new RollingSum(24);
  sum.add(100, 5n);
  sum.add(101, 7n);
  assert.deepEqual(
    [100, 124, 125, 125, 126, 127, 500].map((hour) => sum.at(hour)),
    [12n, 12n, 7n, 7n, 0n, 0n, 0n],
  );
});

test('a clock that goes back brings nothing back', () => {
  const sum = new RollingSum(24);
  sum.add(100, 5n);
  assert.deepEqual([sum.at(125), sum.at(100)], [0n, 0n]);
});

const startMs = Date.UTC(2026, 10, 22, 4);

function taking(afterMs: number): RecentTaking {
  return { keyId: 'key_a', hour: 0, kind: 'taken', amount: 1n, callId: String(afterMs), atMs: startMs + afterMs };
}

test('what was taken is kept for a minute, and accounts that were silent for as long are forgotten', () => {
  const recent = new RecentTakings();
  const kept = (account: string) => recent.of(account).map(({ callId }) => Number(callId));
  recent.add('a', taking(0));
  recent.add('b', taking(1));
  recent.add('a', taking(30_000));
  recent.add('c', taking(60_000));
  assert.deepEqual([kept('a'), kept('b'), kept('c')], [[0, 30_000], [1], [60_000]]);
  recent.add('c', taking(60_001));
  assert.deepEqual([kept('a'), kept('b')], [[0, 30_000], []], 'to the millisecond');
  recent.add('a', taking(60_002));
  assert.deepEqual(kept('a'), [30_000, 60_002]);
});
