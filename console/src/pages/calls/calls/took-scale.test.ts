import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tookScale, tookShare } from './took-scale.ts';

const rows = (...times: readonly number[]) => times.map((ms) => ({ duration_ms: ms }));

test('bars of the log compare the calls shown: most of them fit, one slow call does not shrink the others, and none is a dot', () => {
  assert.equal(tookScale([]), 1_000);
  assert.equal(tookScale(rows(3, 5, 900)), 1_000);
  assert.equal(tookScale(rows(1_001)), 2_000);
  assert.equal(tookScale(rows(9_000_000)), 600_000);
  const usual = Array.from({ length: 99 }, () => 1_500);
  assert.equal(tookScale(rows(...usual, 300_000)), 2_000);
  for (const ms of [0, 1, 49, 50, 999, 1_000, 5_000]) {
    const share = tookShare(ms, 1_000);
    assert.ok(share === 0 || (share >= 5 && share <= 100), `${String(ms)}: ${String(share)}`);
  }
  assert.deepEqual([tookShare(49, 1_000), tookShare(500, 1_000), tookShare(5_000, 1_000)], [0, 50, 100]);
});
