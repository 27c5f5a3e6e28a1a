import { formatAmount, formatExact } from '@tollgate/contract/money';
import { wholeOf, type OldCell } from '../old-rows.ts';
import { dayMs, dayOf, type OldCall } from './calls.ts';
import type { OldBooks } from './data.ts';
import { idText } from './forms.ts';

function sum(calls: readonly OldCall[]): bigint {
  return calls.reduce((all, { charge }) => all + charge, 0n);
}

/** Exact, with at least four decimals. */
function shownAmount(amount: bigint): string {
  const exact = formatExact(amount);
  return (exact.split('.')[1] ?? '').length > 4 ? exact : formatAmount(amount);
}

function shownTime(atMs: unknown): string | null {
  return atMs === null ? null : new Date(Number(atMs)).toISOString();
}

/** Columns that the API does not show. */
const inner = ['status_class', 'hour_start', 'day'];

/** A row of the log as the admin API shows it. */
function shownCall(call: OldCall): Readonly<Record<string, unknown>> {
  const { id, request_time, streamed, usage_estimated, charge, uncollected, upstream_cost, ...same } = call;
  return {
    ...Object.fromEntries(Object.entries(same).filter(([name]) => !inner.includes(name))),
    id: idText(id),
    request_time: shownTime(request_time),
    streamed: streamed === 1,
    usage_estimated: usage_estimated === 1,
    charge: formatAmount(charge),
    charge_exact: formatExact(charge),
    uncollected: formatExact(uncollected),
    upstream_cost: formatExact(wholeOf(upstream_cost)),
  };
}

/** A call that never ended, after recovery. */
function interrupted(call: OldCall, nowMs: number): OldCall {
  const nothing = { input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0, usage_estimated: 0 };
  return {
    ...call,
    ...nothing,
    status: 500,
    charge: 0n,
    uncollected: 0n,
    upstream_cost: 0n,
    first_token_ms: null,
    duration_ms: nowMs - call.request_time,
    route: null,
    attempts: 0,
    ending: 'interrupted',
    error_code: 'internal_error',
    error: 'the gateway stopped while this call was running',
  };
}

/** Every row of the log, newest first. */
export function expectedLog({ calls, open }: OldBooks, nowMs: number): readonly Readonly<Record<string, unknown>>[] {
  const rows = [...calls, ...open.map((call) => interrupted(call, nowMs))];
  return rows.map(shownCall).sort((one, other) => (String(one.id) < String(other.id) ? 1 : -1));
}

/** Credits and charges so far, by account. */
export function expectedBalances({ tenants, tables, charges }: OldBooks) {
  const ledger = tables.find(({ table }) => table === 'ledger_entries')?.rows ?? [];
  return Object.values(tenants.accounts).map(({ id }) => {
    const given = ledger.filter(({ account_id, kind }) => account_id === id && kind === 'credit');
    const credits = given.reduce((all, { amount }) => all + wholeOf(amount), 0n);
    const used = sum(charges.filter(({ account_id }) => account_id === id));
    return { id, credits: shownAmount(credits), used: shownAmount(used), available: shownAmount(credits - used) };
  });
}

/** State and settings of every key, and its spending today and this month. */
export function expectedKeys({ tenants, charges }: OldBooks, nowMs: number) {
  const states: Partial<Record<string, string>> = { capped: 'paused', expired: 'expired' };
  const today = dayOf(nowMs);
  return Object.entries(tenants.keys).map(([name, { id, row }]) => {
    const own = charges.filter(({ key_id }) => key_id === id);
    const amount = (cap: OldCell | undefined) => (cap === null ? null : shownAmount(wholeOf(cap)));
    return {
      id,
      status: states[name] ?? row.status,
      daily_cap: amount(row.daily_cap),
      monthly_cap: amount(row.monthly_cap),
      spent_today: shownAmount(sum(own.filter(({ day }) => day === today))),
      spent_this_month: shownAmount(sum(own.filter(({ day }) => Math.floor(day / 100) === Math.floor(today / 100)))),
      ip_allow_list: JSON.parse(String(row.ip_allow_list)) as unknown,
      model_allow_list: JSON.parse(String(row.model_allow_list)) as unknown,
      expires_at: shownTime(row.expires_at),
      strict: row.strict === 1,
      replaced_by: row.replaced_by,
      remark: row.remark,
    };
  });
}

/** The log goes back 90 days. */
export const logFromAgoMs = 89 * dayMs;
