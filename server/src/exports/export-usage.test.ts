import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UsageSums } from '../subjects/calls/usage/report-ports.ts';
import { exportUsage } from './export-usage.ts';

const sums = (at: number): UsageSums => ({
  group: [String(at)],
  calls: 1n,
  chargedCalls: 1n,
  inputTokens: 0n,
  cachedTokens: 0n,
  outputTokens: 0n,
  reasoningTokens: 0n,
  charge: 1n,
  uncollected: 0n,
  upstreamCost: 0n,
  quantities: {},
});

/** The last row of a file with this number of rows, and the number of its rows. */
async function lastOf(count: number): Promise<{ readonly rows: number; readonly last: string }> {
  const usage = { accountId: 'acc_one', fromDay: 20260101, toDay: 20261231, groups: ['model' as const] };
  const pieces = exportUsage(
    { format: 'csv', encoding: 'utf-8', locale: 'en', usage },
    {
      page: ({ groups }, { limit, after }) => {
        if (groups.length === 0) return Promise.resolve([sums(0)]);
        const from = after === null ? 0 : Number(after[0]) + 1;
        return Promise.resolve(Array.from({ length: Math.max(0, Math.min(limit, count - from)) }, (_, at) => sums(from + at)));
      },
      names: { keys: new Map(), subAccounts: new Map() },
    },
  );
  let rows = -2;
  let last = '';
  for await (const piece of pieces) {
    const text = piece.toString('utf8');
    rows += text.split('\r\n').length - 1;
    last = `${last}${text}`.slice(-300);
  }
  return { rows, last: last.trimEnd().split('\r\n').at(-1) ?? '' };
}

test('a file of usage with more rows than it may have says so in its last row, in place of a total', async () => {
  const whole = await lastOf(500_000);
  assert.equal(whole.rows, 500_000);
  assert.match(whole.last, /^Total,500000,/);
  const cut = await lastOf(500_001);
  assert.equal(cut.rows, 500_000);
  assert.match(cut.last, /^"?INCOMPLETE: only the first 500000 rows/);
  assert.doesNotMatch(cut.last, /,500000,/, 'no sum of a part stands there');
});

test('calls that named no model, or belong to no sub-account, have words for it in the file', async () => {
  for (const [locale, words] of [
    ['zh', '未指定模型,不属于子账号,'] as const,
    ['en', 'no model given,no sub-account,'] as const,
  ]) {
    const usage = { accountId: 'acc_one', fromDay: 20260101, toDay: 20261231, groups: ['model', 'sub_account_id'] as const };
    const pieces = exportUsage(
      { format: 'csv', encoding: 'utf-8', locale, usage },
      {
        page: (_, { after }) => Promise.resolve(after === null ? [{ ...sums(0), group: ['', ''] }] : []),
        names: { keys: new Map(), subAccounts: new Map() },
      },
    );
    let text = '';
    for await (const piece of pieces) text += piece.toString('utf8');
    assert.ok(text.split('\r\n')[1]?.startsWith(words), text);
  }
});
