import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFailedAttempts } from './failed-attempts.ts';

const startMs = Date.UTC(2026, 10, 21, 4, 0, 59, 500);

test('more than 100 incorrect keys per minute from one address are too many; other addresses are unaffected', () => {
  const attempts = createFailedAttempts();
  for (let count = 1; count <= 100; count += 1) assert.ok(!attempts.record('203.0.113.5', startMs + count * 500));
  assert.ok(attempts.exceeded('203.0.113.5', startMs + 50_000));
  assert.ok(attempts.record('203.0.113.5', startMs + 50_001));
  assert.equal(attempts.retryAfterMs('203.0.113.5', startMs + 50_001), 10_499);
  assert.ok(!attempts.exceeded('203.0.113.6', startMs));
  assert.ok(!attempts.record('203.0.113.6', startMs));
  assert.ok(!attempts.exceeded('203.0.113.5', startMs + 60_500), 'the minute is over');
  assert.ok(!attempts.record('203.0.113.5', startMs + 60_500));
});

test('one client cannot hide among the addresses of its IPv6 network', () => {
  const attempts = createFailedAttempts({ attemptsPerMinute: 2 });
  const results = ['2001:db8::1', '2001:db8::2', '2001:db8::ffff:3'].map((address) => attempts.record(address, startMs));
  assert.deepEqual(results, [false, false, true]);
  assert.ok(!attempts.record('2001:db8:0:1::1', startMs));
});

test('memory is bounded: addresses silent longest are forgotten first', () => {
  const attempts = createFailedAttempts({ attemptsPerMinute: 1, addressesMax: 3 });
  for (const last of ['1', '2', '1', '3', '4']) attempts.record(`203.0.113.${last}`, startMs);
  assert.ok(attempts.exceeded('203.0.113.1', startMs), 'seen again since');
  assert.ok(!attempts.exceeded('203.0.113.2', startMs));
});

test('a clock set back does not keep an address out', () => {
  const attempts = createFailedAttempts({ attemptsPerMinute: 1 });
  attempts.record('203.0.113.5', startMs);
  assert.ok(!attempts.exceeded('203.0.113.5', startMs - 3_600_000));
});
