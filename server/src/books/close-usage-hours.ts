import { ledgerSources } from '@tollgate/contract/ledger/ledger-sources';
import { sql } from 'kysely';
import type { OpenMark } from '../domain/books/call-record.ts';
import { afterOtherChanges } from '../storage/change-lock.ts';
import { compilerFor, readRows } from '../storage/compiler.ts';
import type { Engine } from '../storage/engine.ts';
import { progressStatement, readProgress } from './job-progress.ts';

const hourMs = 3_600_000;
/** Accounts per unit. Small, so that no unit delays a group commit for long. */
const accountsPerUnit = 500;
const hoursPerRun = 2400;

export interface CloseOptions {
  readonly nowMs: number;
  /** Time after the end of an hour: longer than any call may last, with a margin for clocks and commits. */
  readonly closeAfterMs: number;
}

/** The hour of the oldest call that can still add usage to its hour; IDs are in order of admission. */
async function oldestOpenHour(engine: Engine): Promise<number> {
  const query = compilerFor(engine.sql).selectFrom('open_calls').select('mark').orderBy('id').limit(1);
  const [row] = await readRows(engine, 'reports', query);
  return row === undefined ? Infinity : (JSON.parse(row.mark) as OpenMark).hourStartMs;
}

/** Enters the usage of one hour for accounts that have no entry for it yet. Running totals continue from the account's last entry. */
function closeStatement(engine: Engine, hour: bigint, nowMs: number) {
  return sql`insert into ledger_entries
      (id, account_id, kind, bucket, amount, hour_start, day, reason, actor, created_at, credits_total, usage_total, trial_credits_total)
    select 'use_' || u.account_id || '_' || cast(u.hour_start as text), u.account_id, 'usage', 'usage', -u.charge, u.hour_start, u.day,
      cast(${ledgerSources.write('usage_hour', {})} as text), 'system', ${BigInt(nowMs)}, coalesce(last.credits_total, 0), coalesce(last.usage_total, 0) + u.charge,
      coalesce(last.trial_credits_total, 0)
    from (
      select account_id, hour_start, min(day) as day, cast(sum(charge) as bigint) as charge from usage_hours
      where hour_start = ${hour} group by account_id, hour_start having sum(charge) > 0
    ) u
    join accounts a on a.id = u.account_id
    left join ledger_entries last on last.seq = (select max(own.seq) from ledger_entries own where own.account_id = u.account_id)
    where not exists (
      select 1 from ledger_entries e where e.account_id = u.account_id and e.kind = 'usage' and e.hour_start = u.hour_start
    )
    order by u.account_id limit ${accountsPerUnit}`.compile(compilerFor(engine.sql));
}

async function closeHour(engine: Engine, hour: bigint, nowMs: number): Promise<number> {
  let entries = 0;
  for (;;) {
    const unit = [...afterOtherChanges(engine), { query: closeStatement(engine, hour, nowMs) }];
    const written = (await engine.write(unit, [])).at(-1) ?? 0;
    entries += written;
    if (written < accountsPerUnit) break;
  }
  await engine.write([progressStatement(engine, 'usage_closed_before_ms', hour + 1n)], []);
  return entries;
}

/**
 * Closes usage into the ledger, with one entry per account and admission hour, once no call of that hour can still be running. Hours are
 * closed in order. Returns the number of entries. Safe to interrupt anywhere and run again.
 */
export async function closeUsageHours(engine: Engine, { nowMs, closeAfterMs }: CloseOptions): Promise<number> {
  const before = Math.min(nowMs - hourMs - closeAfterMs + 1, await oldestOpenHour(engine));
  const from = (await readProgress(engine, 'usage_closed_before_ms')) ?? 0n;
  const hours = compilerFor(engine.sql)
    .selectFrom('usage_hours')
    .select('hour_start')
    .distinct()
    .where('hour_start', '>=', from)
    .where('hour_start', '<', BigInt(before))
    .orderBy('hour_start')
    .limit(hoursPerRun);
  const rows = await readRows(engine, 'reports', hours);
  let entries = 0;
  for (const row of rows) entries += await closeHour(engine, row.hour_start, nowMs);
  const completeBefore = (await readProgress(engine, 'usage_complete_before_ms')) ?? 0n;
  if (rows.length < hoursPerRun && BigInt(before) > completeBefore)
    await engine.write([progressStatement(engine, 'usage_complete_before_ms', BigInt(before))], []);
  return entries;
}
