import type { Logger } from '../platform/logger.ts';
import { SumDifferences, sumLog, sumOf } from './call-sums.ts';
import type { CallSum } from './call-sums.ts';
import { compilerFor, readRows } from './compiler.ts';
import type { Engine, Snapshot } from './engine.ts';
import { progressStatement, readProgress } from './job-progress.ts';
import { firstUuidBytesAt } from './uuid-bytes.ts';

const hourMs = 3_600_000;
/** Twice the longest day: ids carry times up to the end of their call's hour, never later, and a margin costs nothing. */
const daySpanMs = 51 * hourMs;
/** Rows deleted or inserted per unit, so that no unit holds up a group commit for long. */
const rowsPerUnit = 500;

export interface PurgeOptions {
  readonly nowMs: number;
  readonly keepMs: number;
  readonly logger: Logger;
}

interface OldDay {
  readonly day: bigint;
  /** Every id of the day is below. */
  readonly endId: Uint8Array;
  readonly fromHour: bigint;
  readonly toHour: bigint;
}

/** The day of the oldest row, if all of that day lies before `beforeMs`. */
async function oldestDay(engine: Engine, beforeMs: number): Promise<OldDay | null> {
  const db = compilerFor(engine.sql);
  const [first] = await readRows(engine, 'reports', db.selectFrom('calls').select(['day', 'hour_start']).orderBy('id').limit(1));
  if (first === undefined) return null;
  const hours = db
    .selectFrom('usage_hours')
    .select((eb) => [eb.fn.min('hour_start').as('first'), eb.fn.max('hour_start').as('last')])
    .where('hour_start', '>=', first.hour_start - BigInt(daySpanMs))
    .where('hour_start', '<=', first.hour_start + BigInt(daySpanMs))
    .where('day', '=', first.day);
  const [span] = await readRows(engine, 'reports', hours);
  const fromHour = span?.first ?? first.hour_start;
  const toHour = span?.last ?? first.hour_start;
  if (Number(toHour) + hourMs > beforeMs) return null;
  return { day: first.day, endId: firstUuidBytesAt(Number(toHour) + daySpanMs), fromHour, toHour };
}

/** Sums of the day's log rows, or `null` if they are not what the hourly usage says. */
async function provenSums(
  engine: Engine,
  snapshot: Snapshot,
  { day, endId, fromHour, toHour }: OldDay,
): Promise<readonly CallSum[] | null> {
  const total = new SumDifferences();
  const difference = new SumDifferences();
  for await (const stretch of sumLog(engine, snapshot, { endId })) {
    for (const sum of stretch.sums) {
      if (sum.day !== day) continue;
      total.add(sum, 1n);
      difference.add(sum, 1n);
    }
  }
  const usage = compilerFor(engine.sql)
    .selectFrom('usage_hours')
    .select(['account_id', 'key_id', 'model', 'hour_start', 'day', 'calls', 'charge', 'uncollected'])
    .where('hour_start', '>=', fromHour)
    .where('hour_start', '<=', toHour)
    .where('day', '=', day);
  for (const row of await snapshot.read(usage.compile())) difference.add(sumOf(row), -1n);
  return difference.size === 0 ? [...total.values()] : null;
}

/** Written in several units; they count only once the progress says so, in the last one. */
async function freeze(engine: Engine, day: bigint, sums: readonly CallSum[]): Promise<void> {
  const db = compilerFor(engine.sql);
  await engine.write([{ query: db.deleteFrom('frozen_days').where('day', '=', day).compile() }], []);
  for (let at = 0; at < sums.length; at += rowsPerUnit) {
    const rows = sums.slice(at, at + rowsPerUnit).map((sum) => ({
      day,
      account_id: sum.accountId,
      key_id: sum.keyId,
      model: sum.model,
      hour_start: sum.hourStart,
      calls: sum.calls,
      charge: sum.charge,
      uncollected: sum.uncollected,
    }));
    await engine.write([{ query: db.insertInto('frozen_days').values(rows).compile() }], []);
  }
  await engine.write([progressStatement(engine, 'calls_frozen_through_day', day)], []);
}

async function deleteRows(engine: Engine, { day, endId }: OldDay): Promise<number> {
  const db = compilerFor(engine.sql);
  const some = db
    .selectFrom('calls')
    .select('id')
    .where('id', '<', endId)
    .where('day', '=', day)
    .orderBy('id')
    .limit(rowsPerUnit);
  let deleted = 0;
  for (;;) {
    const ids = (await readRows(engine, 'reports', some)).map((row) => row.id);
    if (ids.length === 0) return deleted;
    const [written = 0] = await engine.write([{ query: db.deleteFrom('calls').where('id', 'in', ids).compile() }], []);
    deleted += written;
  }
}

/**
 * Deletes log rows that are older than `keepMs`, whole days at a time and in small units. The sums of a day are frozen
 * first, and only if they equal its hourly usage, so that the audit holds afterwards as before. May be broken off
 * anywhere and run again. Answers the rows deleted.
 */
export async function purgeCalls(engine: Engine, { nowMs, keepMs, logger }: PurgeOptions): Promise<number> {
  let deleted = 0;
  for (;;) {
    const old = await oldestDay(engine, nowMs - keepMs);
    if (old === null) return deleted;
    const frozenThrough = (await readProgress(engine, 'calls_frozen_through_day')) ?? 0n;
    if (old.day > frozenThrough) {
      const sums = await engine.snapshot((snapshot) => provenSums(engine, snapshot, old));
      if (sums === null) {
        logger.error({ day: Number(old.day) }, 'the log rows of a day do not add up to its usage: they are kept, run the audit');
        return deleted;
      }
      await freeze(engine, old.day, sums);
    }
    deleted += await deleteRows(engine, old);
  }
}

/** Deletes refusals that belong to nobody and are older than `keepMs`. Answers how many. */
export async function purgeStrays(engine: Engine, { nowMs, keepMs }: Omit<PurgeOptions, 'logger'>): Promise<number> {
  const db = compilerFor(engine.sql);
  const some = db
    .selectFrom('stray_refusals')
    .select('id')
    .where('at', '<', BigInt(nowMs - keepMs))
    .orderBy('at')
    .limit(rowsPerUnit);
  let deleted = 0;
  for (;;) {
    const ids = (await readRows(engine, 'reports', some)).map((row) => row.id);
    if (ids.length === 0) return deleted;
    const [written = 0] = await engine.write([{ query: db.deleteFrom('stray_refusals').where('id', 'in', ids).compile() }], []);
    deleted += written;
  }
}
