import { wholeOf, type OldRow } from '../old-rows.ts';
import { dayMs, hourMs, type OldCall } from './calls.ts';
import { firstDayMs, type OldTenants } from './tenants.ts';

/** Totals by admission hour, in the columns of `usage_hours`. */
export function usageRows(calls: readonly OldCall[], node: string): readonly OldRow[] {
  const sums = new Map<string, OldRow>();
  for (const call of calls) {
    const { account_id, key_id, hour_start, day } = call;
    const names = {
      account_id,
      sub_account_id: call.sub_account_id ?? '',
      key_id,
      model: call.model ?? '',
      hour_start,
      node,
      day,
    };
    const name = JSON.stringify(names);
    const known: OldRow = sums.get(name) ?? names;
    const more = {
      calls: 1n,
      charged_calls: call.charge > 0n ? 1n : 0n,
      ...Object.fromEntries(summed.map((column) => [column, wholeOf(call[column])])),
    };
    const added = Object.entries(more).map(([column, figure]) => [column, wholeOf(known[column]) + figure] as const);
    sums.set(name, { ...known, ...Object.fromEntries(added) });
  }
  return [...sums.values()];
}

const summed = [
  ...(['input_tokens', 'cached_tokens', 'output_tokens', 'reasoning_tokens', 'charge', 'uncollected', 'upstream_cost'] as const),
];

/** Replaces the rows of purged days, in the columns of `frozen_days`. */
export function frozenRows(usage: readonly OldRow[], throughDay: number): readonly OldRow[] {
  return usage
    .filter(({ day }) => Number(day) <= throughDay)
    .map(({ day, account_id, key_id, model, hour_start, calls, charge, uncollected }) => {
      return { day, account_id, key_id, model, hour_start, calls, charge, uncollected } as OldRow;
    });
}

interface Entry {
  readonly atMs: number;
  readonly accountId: string;
  readonly row: OldRow & Readonly<Record<'kind' | 'bucket', string>> & { readonly amount: bigint };
}

const cny = 1_000_000_000n;

function credits({ accounts }: OldTenants, nowMs: number): readonly Entry[] {
  const credit = (account: { readonly id: string }, bucket: string, amount: bigint, ageMs: number): Entry => ({
    accountId: account.id,
    atMs: nowMs - ageMs,
    row: {
      id: `led_${account.id}_${bucket}_${String(ageMs)}`,
      kind: 'credit',
      bucket,
      amount,
      hour_start: null,
      day: null,
      reason: bucket === 'trial' ? 'trial credit' : 'paid by bank, 转账',
      actor: 'admin-token',
    },
  });
  const trials = [accounts.company, accounts.trial, accounts.partner, accounts.closed].map((account) =>
    credit(account, 'trial', 10n * cny, firstDayMs),
  );
  return [
    ...trials,
    credit(accounts.company, 'paid', 1000n * cny, firstDayMs - hourMs),
    credit(accounts.company, 'adjustment', -1_234_567n, 2 * dayMs),
    credit(accounts.company, 'refund', 2n * cny + 1n, dayMs),
    credit(accounts.partner, 'paid', 50n * cny, 50 * dayMs),
    credit(accounts.quiet, 'paid', 5n * cny, dayMs - hourMs),
  ];
}

function closedHours(usage: readonly OldRow[], closedBeforeMs: number): readonly Entry[] {
  const sums = new Map<string, { accountId: string; hourStart: number; day: number; charge: bigint }>();
  for (const row of usage) {
    const hourStart = Number(row.hour_start);
    if (hourStart >= closedBeforeMs) continue;
    const accountId = String(row.account_id);
    const name = `${accountId}_${String(hourStart)}`;
    const sum = sums.get(name) ?? { accountId, hourStart, day: Number(row.day), charge: 0n };
    sum.charge += wholeOf(row.charge);
    sums.set(name, sum);
  }
  return [...sums]
    .filter(([, { charge }]) => charge > 0n)
    .map(([name, { accountId, hourStart, day, charge }]) => ({
      accountId,
      atMs: hourStart + 2 * hourMs,
      row: {
        id: `use_${name}`,
        kind: 'usage',
        bucket: 'usage',
        amount: -charge,
        hour_start: hourStart,
        day,
        reason: 'usage of the hour',
        actor: 'system',
      },
    }));
}

/** Credits at their times and closed hours, with running totals, in the columns of `ledger_entries`. */
export function ledgerRows(tenants: OldTenants, usage: readonly OldRow[], at: { nowMs: number; closedBeforeMs: number }) {
  const entries = [...credits(tenants, at.nowMs), ...closedHours(usage, at.closedBeforeMs)];
  const none = { credits_total: 0n, usage_total: 0n, trial_credits_total: 0n };
  const totals = new Map<string, typeof none>();
  return entries
    .sort((one, other) => one.atMs - other.atMs)
    .map(({ accountId, atMs, row }): OldRow => {
      const { credits_total, usage_total, trial_credits_total } = totals.get(accountId) ?? none;
      const isUsage = row.kind === 'usage';
      const sums = {
        credits_total: credits_total + (isUsage ? 0n : row.amount),
        usage_total: usage_total - (isUsage ? row.amount : 0n),
        trial_credits_total: trial_credits_total + (row.bucket === 'trial' ? row.amount : 0n),
      };
      totals.set(accountId, sums);
      return { ...row, account_id: accountId, created_at: atMs, ...sums };
    });
}
