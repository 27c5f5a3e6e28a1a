import { compilerFor, readRows } from '../storage/compiler.ts';
import type { Engine } from '../storage/engine.ts';
import { readProgress } from './job-progress.ts';

const hourMs = 3_600_000;

/**
 * The earliest moment at which a new call may be booked, for the calendar of a starting process. It is not before the latest hour with
 * calls, and is after every hour closed into the ledger, even if the machine's clock is behind. `-Infinity` for empty books.
 */
export async function lastBookedMs(engine: Engine): Promise<number> {
  const query = compilerFor(engine.sql)
    .selectFrom('usage_hours')
    .select((eb) => eb.fn.max('hour_start').as('latest'));
  const [[row], closedBefore] = await Promise.all([
    readRows(engine, 'hot', query),
    readProgress(engine, 'usage_closed_before_ms'),
  ]);
  const latest: bigint | null = row?.latest ?? null;
  const openFrom = closedBefore === null ? -Infinity : Math.ceil(Number(closedBefore) / hourMs) * hourMs;
  return Math.max(latest === null ? -Infinity : Number(latest), openFrom);
}
