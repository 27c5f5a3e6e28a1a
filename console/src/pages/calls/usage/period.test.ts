import assert from 'node:assert/strict';
import { test } from 'node:test';
import { periodsOf } from './period.ts';

const compared = (range: string, today: string) => {
  const { now, before } = periodsOf({ range }, today);
  return [now.from, now.to, before.from, before.to];
};

test('a month is compared with the month before, a month to date with its same days, and other ranges with as many days before', () => {
  assert.deepEqual(compared('last_month', '2026-11-29'), ['2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30']);
  assert.deepEqual(compared('last_month', '2026-03-31'), ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31']);
  assert.deepEqual(compared('last_month', '2026-01-05'), ['2025-12-01', '2025-12-31', '2025-11-01', '2025-11-30']);
  assert.deepEqual(compared('month', '2026-11-29'), ['2026-11-01', '2026-11-29', '2026-10-01', '2026-10-29']);
  assert.deepEqual(compared('month', '2026-03-31'), ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28']);
  assert.deepEqual(compared('7d', '2026-11-29'), ['2026-11-23', '2026-11-29', '2026-11-16', '2026-11-22']);
});
