import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { testSeed } from '../../../test/proofs/seed.ts';
import { createRefusedBodies } from './refused-bodies.ts';

const startMs = Date.UTC(2026, 10, 21, 4, 0, 59, 500);

test('an account waits after 600 refusals within a minute, or twice its rate if that is more; others do not', () => {
  for (const [rate, refusals] of [
    [60, 600],
    [1_000, 2_000],
  ] as const) {
    const bodies = createRefusedBodies();
    for (let count = 0; count < refusals; count += 1) {
      assert.equal(bodies.waitMs('acc_1', rate, startMs + count), 0);
      bodies.record('acc_1', 100, startMs + count);
    }
    const waitMs = bodies.waitMs('acc_1', rate, startMs + refusals);
    assert.ok(waitMs > 57_000 && waitMs <= 61_000, String(waitMs));
    assert.equal(bodies.waitMs('acc_2', rate, startMs + refusals), 0);
    assert.equal(bodies.waitMs('acc_1', rate, startMs + refusals + waitMs), 0);
  }
});

test('an account waits after 256 MiB of refused bodies within a minute, whatever its rate', () => {
  const bodies = createRefusedBodies();
  for (let count = 0; count < 8; count += 1) {
    assert.equal(bodies.waitMs('acc_1', null, startMs), 0);
    bodies.record('acc_1', 32 * 1024 * 1024, startMs);
  }
  assert.ok(bodies.waitMs('acc_1', null, startMs) > 0);
  assert.ok(bodies.waitMs('acc_1', 60, startMs) > 0);
});

test('no minute holds more refusals than allowed, whenever they come, and a client that waits as advised may continue', () => {
  const gapsMs = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(gapsMs, (gaps) => {
      const bodies = createRefusedBodies({ refusalsMin: 5, bytesMax: 1_000 });
      const times: number[] = [];
      let atMs = startMs;
      for (const gapMs of gaps) {
        atMs += gapMs;
        const waitMs = bodies.waitMs('acc_1', 1, atMs);
        if (waitMs > 0) {
          assert.ok(waitMs <= 61_000);
          atMs += waitMs;
          assert.equal(bodies.waitMs('acc_1', 1, atMs), 0);
        }
        bodies.record('acc_1', 1, atMs);
        times.push(atMs);
        assert.ok(times.filter((time) => atMs - time < 60_000).length <= 5);
      }
    }),
    { seed: testSeed },
  );
});

test('memory is bounded: accounts silent longest are forgotten first, and a clock set back keeps nobody out', () => {
  const bodies = createRefusedBodies({ refusalsMin: 1, accountsMax: 2 });
  for (const account of ['acc_1', 'acc_2', 'acc_1', 'acc_3']) bodies.record(account, 1, startMs);
  assert.ok(bodies.waitMs('acc_1', 0, startMs) > 0);
  assert.equal(bodies.waitMs('acc_2', 0, startMs), 0);
  assert.equal(bodies.waitMs('acc_1', 0, startMs - 3_600_000), 0);
});
