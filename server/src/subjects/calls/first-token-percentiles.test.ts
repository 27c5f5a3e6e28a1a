import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallSums } from './call-ports.ts';
import { firstTokenPercentiles } from './first-token-percentiles.ts';

const sumOf = (firstTokenMs: number | null, calls: bigint): CallSums => ({
  statusClass: 2,
  errorCode: null,
  calls,
  charge: 0n,
  inputTokens: 0n,
  cachedTokens: 0n,
  outputTokens: 0n,
  newestId: '',
  firstTokenMs,
});

test('half of the streams are not slower than P50, 95 % not slower than P95, over all parts of the log', () => {
  assert.equal(firstTokenPercentiles([]), null);
  assert.equal(firstTokenPercentiles([sumOf(null, 7n)]), null);
  assert.deepEqual(firstTokenPercentiles([sumOf(300, 1n)]), { p50: 300, p95: 300 });
  const parts = [sumOf(900, 5n), sumOf(100, 30n), sumOf(null, 1_000n), sumOf(200, 45n), sumOf(100, 20n)];
  assert.deepEqual(firstTokenPercentiles(parts), { p50: 100, p95: 200 });
  assert.deepEqual(firstTokenPercentiles([...parts, sumOf(900, 1n)]), { p50: 200, p95: 900 });
});
