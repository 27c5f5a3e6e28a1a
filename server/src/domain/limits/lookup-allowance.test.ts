import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LookupAllowance } from './lookup-allowance.ts';

const startMs = Date.UTC(2026, 10, 21);

test('all sources together get so many look-ups in any second', () => {
  const spare = new LookupAllowance({ perSecond: 3 });
  const taken = [0, 400, 999, 999, 1_000, 1_399, 1_400].map((afterMs, at) => spare.take(`v${String(at)}`, startMs + afterMs));
  assert.deepEqual(taken, [true, true, true, false, true, false, true]);
});

test('one wrong value that is sent again and again takes one look-up, not all of them', () => {
  const spare = new LookupAllowance({ perSecond: 2, rememberedMs: 10_000 });
  assert.ok(spare.take('wrong', startMs));
  for (let afterMs = 0; afterMs < 10_000; afterMs += 10) assert.ok(!spare.take('wrong', startMs + afterMs));
  assert.ok(spare.take('another', startMs + 9_990));
  assert.ok(spare.take('wrong', startMs + 10_000));
});

test('a clock set back does not keep look-ups from being made', () => {
  const spare = new LookupAllowance({ perSecond: 1 });
  assert.ok(spare.take('a', startMs));
  assert.ok(spare.take('a', startMs - 3_600_000));
});
