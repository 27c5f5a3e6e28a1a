import { sql } from 'kysely';
import type { Logger } from '../platform/logger.ts';
import { SumWalk } from './call-sums.ts';
import { compilerFor, readRows } from '../storage/compiler.ts';
import type { Engine, Snapshot } from '../storage/engine.ts';
import { progressStatement, readProgress } from './job-progress.ts';
import { firstUuidBytesAt } from '../storage/uuid-bytes.ts';

const hourMs = 3_600_000;
/** Twice the longest day: IDs contain times up to the end of their call's hour, never later, and a margin costs nothing. */
const daySpanMs = 51 * hourMs;
/** Rows deleted or inserted per unit. Small, so that no unit delays a group commit for long. */
const rowsPerUnit = 150;

export interface PurgeOptions {
  readonly nowMs: number;
  readonly keepMs: number;
  readonly logger: Logger;
}

interface OldDay {
  readonly day: bigint;
  /** Every ID of the day is smaller. */
  readonly endId: Uint8Array;
  readonly fromHour: bigint;
  readonly toHour: bigint;
}

/**
 * The oldest row. If rows are dropped with their partition, the oldest row of a day that is not frozen: rows of a frozen day may still be
 * waiting for that.
 */
async function oldestRow(engine: Engine, frozenThrough: bigint) {
  const db = compilerFor(engine.sql);
  const oldest = db.selectFrom('calls').select(['day', 'hour_start']).orderBy('id').limit(1);
  if (engine.dropCallsThrough === undefined) return (await readRows(engine, 'reports', oldest))[0];
  const hours = db
    .selectFrom('frozen_days')
    .select((eb) => eb.fn.max('hour_start').as('last'))
    .where('day', '=', frozenThrough);
  const [frozen] = await readRows(engine, 'reports', hours);
  const lastHour: bigint | null = frozen?.last ?? null;
  const from = firstUuidBytesAt(lastHour === null ? 0 : Number(lastHour) + hourMs);
  return (await readRows(engine, 'reports', oldest.where('id', '>=', from).where('day', '>', frozenThrough)))[0];
}

/** The day of the oldest row, if the whole day is before `beforeMs`; otherwise `null`. */
async function oldestDay(engine: Engine, beforeMs: number, frozenThrough: bigint): Promise<OldDay | null> {
  const db = compilerFor(engine.sql);
  const first = await oldestRow(engine, frozenThrough);
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

/** The starts of the hours that may contain calls of the day. */
function* hoursOf({ fromHour, toHour }: OldDay): Generator<bigint> {
  for (let hour = fromHour; hour <= toHour; hour += BigInt(hourMs)) yield hour;
}

/** The day's usage booked in the hour that begins at `hour`. */
function usageIn(hour: bigint, { day }: OldDay) {
  return sql`hour_start >= ${hour} and hour_start < ${hour + BigInt(hourMs)} and day = ${day}`;
}

/** Whether the day's log rows add up to the hourly usage. */
async function isProven(engine: Engine, snapshot: Snapshot, old: OldDay): Promise<boolean> {
  const walk = new SumWalk({ engine, snapshot, fromId: new Uint8Array(0), calls: sql`day = ${old.day}` });
  for (const hour of hoursOf(old)) {
    const usage = usageIn(hour, old);
    await walk.advance(firstUuidBytesAt(Number(hour) + hourMs), { usage, quantities: usage, frozen: sql`1 = 0` });
  }
  await walk.advance(old.endId, null);
  return walk.differences.size === 0 && walk.quantities.size === 0;
}

/**
 * Writes the sums in several units. They are valid only once the progress says so, in the last unit. The usage was verified, so it is
 * copied.
 */
async function freeze(engine: Engine, old: OldDay): Promise<void> {
  const db = compilerFor(engine.sql);
  await engine.write([{ query: db.deleteFrom('frozen_days').where('day', '=', old.day).compile() }], []);
  for (const hour of hoursOf(old)) {
    const copy = sql`insert into frozen_days (day, account_id, key_id, model, hour_start, calls, charge, uncollected)
      select day, account_id, key_id, model, hour_start, cast(sum(calls) as bigint), cast(sum(charge) as bigint), cast(sum(uncollected) as bigint)
      from usage_hours where ${usageIn(hour, old)} group by day, account_id, key_id, model, hour_start`;
    await engine.write([{ query: copy.compile(db) }], []);
  }
  await engine.write([progressStatement(engine, 'calls_frozen_through_day', old.day)], []);
}

/** Deletes the day's rows, oldest first. Each unit is a single statement, so no row is loaded into this process. */
async function deleteRows(engine: Engine, { day, endId }: OldDay): Promise<number> {
  const db = compilerFor(engine.sql);
  const ofDay = db.selectFrom('calls').select('id').where('day', '=', day);
  // A reader finds this once, so that the writer need not search for the end of the day among the rows of the next.
  const newest = ofDay.where('id', '<', endId).orderBy('id', 'desc').limit(1);
  const [last] = await readRows(engine, 'reports', newest);
  if (last === undefined) return 0;
  const some = ofDay.where('id', '<=', last.id).orderBy('id').limit(rowsPerUnit);
  let deleted = 0;
  for (;;) {
    const [written = 0] = await engine.write([{ query: db.deleteFrom('calls').where('id', 'in', some).compile() }], []);
    deleted += written;
    if (written < rowsPerUnit) return deleted;
  }
}

/**
 * Creates log partitions for the days ahead, and deletes rows older than `keepMs`, whole days at a time and in small units. The sums of a
 * day are frozen first, and only if they equal its hourly usage, so that the audit still holds. Safe to interrupt anywhere and run again.
 * Returns the number of rows deleted.
 */
export async function purgeCalls(engine: Engine, { nowMs, keepMs, logger }: PurgeOptions): Promise<number> {
  await engine.keepPartitions?.(nowMs);
  let deleted = 0;
  for (;;) {
    const frozenThrough = (await readProgress(engine, 'calls_frozen_through_day')) ?? 0n;
    deleted += (await engine.dropCallsThrough?.(frozenThrough)) ?? 0;
    const old = await oldestDay(engine, nowMs - keepMs, frozenThrough);
    if (old === null) return deleted;
    if (old.day > frozenThrough) {
      if (!(await engine.snapshot((snapshot) => isProven(engine, snapshot, old)))) {
        logger.error(
          { day: Number(old.day) },
          'the log rows of a day do not balance with its usage: they are kept; run the audit',
        );
        return deleted;
      }
      await freeze(engine, old);
    }
    if (engine.dropCallsThrough === undefined) deleted += await deleteRows(engine, old);
  }
}

/** Deletes refusals that belong to no account and are older than `keepMs`. Returns the number deleted. */
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
