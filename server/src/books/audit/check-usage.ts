import { sql } from 'kysely';
import { SumWalk, inPiece } from '../call-sums.ts';
import type { CallSum, LogPiece } from '../call-sums.ts';
import type { QuantitySum } from '../quantity-sums.ts';
import { compilerFor } from '../../storage/compiler.ts';
import { firstUuidBytesAt, uuidText } from '../../storage/uuid-bytes.ts';
import { wholeNumber } from '../../storage/whole-number.ts';
import type { AuditScope } from './audit-scope.ts';
import { checkCharges, readPriceVersions } from './check-charges.ts';
import { checkHour } from './check-hour.ts';

const hourMs = 3_600_000;
/** The largest usual difference between the time in an ID and the hour of its call: an hour plus the time a request takes to arrive. */
const slackMs = 27 * hourMs;

/**
 * The ID after which the rows of the hours from `sinceMs` on begin. IDs contain the clock's time, hours that of the calendar. If the clock
 * was set back, the calendar stays in its last hour, so rows of an hour can be older than it by any length of time.
 */
async function firstIdOf({ engine, snapshot }: AuditScope, sinceMs: number): Promise<Uint8Array> {
  for (let startMs = sinceMs - slackMs; ; startMs -= slackMs) {
    const id = firstUuidBytesAt(startMs);
    const query = sql`select hour_start from calls where id < ${id} order by id desc limit 1`;
    const [row] = await snapshot.read(query.compile(compilerFor(engine.sql)));
    if (row === undefined || wholeNumber(row.hour_start) < BigInt(sinceMs)) return id;
  }
}

async function nextHour({ engine, snapshot }: AuditScope, from: bigint): Promise<bigint | null> {
  const query = sql`select min(hour_start) as hour from (
      select min(hour_start) as hour_start from usage_hours where hour_start >= ${from}
      union all select min(hour_start) from usage_hour_quantities where hour_start >= ${from}
      union all select min(hour_start) from frozen_days where hour_start >= ${from}
    ) hours`;
  const [row] = await snapshot.read(query.compile(compilerFor(engine.sql)));
  return row?.hour === null || row?.hour === undefined ? null : wholeNumber(row.hour);
}

const wronglyCharged = sql`charge > 0 and (status <> 200 or ending <> 'complete' or count <> 1)`;

async function checkEndings({ engine, snapshot, sheet }: AuditScope, piece: LogPiece): Promise<void> {
  const db = compilerFor(engine.sql);
  const counts = sql`select sum(count) as calls, sum(case when ${wronglyCharged} then 1 else 0 end) as wrong from calls where ${inPiece(piece)}`;
  const [count] = await snapshot.read(counts.compile(db));
  sheet.checked.calls += Number(wholeNumber(count?.calls ?? 0n));
  if (wholeNumber(count?.wrong ?? 0n) === 0n) return;
  const query = sql`select id, status, ending, charge from calls where ${inPiece(piece)} and ${wronglyCharged} order by id limit 100`;
  for (const row of await snapshot.read(query.compile(db))) {
    const id = uuidText(row.id as Uint8Array);
    const charge = wholeNumber(row.charge);
    sheet.find(
      'wrong_charge',
      `call ${id} (status ${String(row.status)}, ${String(row.ending)}) is charged ${String(charge)} nano-CNY`,
      charge,
    );
  }
}

function placeOf(sum: Pick<CallSum, 'accountId' | 'keyId' | 'model' | 'hourStart'>): string {
  const hour = new Temporal.Instant(sum.hourStart * 1_000_000n).toString();
  const model = sum.model === '' ? 'no model' : sum.model;
  return `account ${sum.accountId}, key ${sum.keyId}, ${model}, hour ${hour}`;
}

function describeQuantity(sum: QuantitySum): string {
  return `${placeOf(sum)}: the log has ${String(sum.amount)} of "${sum.name}" more than the usage`;
}

function describe(sum: CallSum): string {
  return (
    `${placeOf(sum)}: the log has ${String(sum.calls)} calls, ` +
    `${String(sum.charge)} nano-CNY charged and ${String(sum.uncollected)} nano-CNY uncollected more than the usage`
  );
}

/**
 * Checks that, per account, key, model and hour, the log rows add up to the hourly usage, to the nano; frozen sums replace purged days.
 * Also finds charged calls that must be free, and usage that belongs to no account or is missing in the ledger.
 */
export async function checkUsage(scope: AuditScope): Promise<void> {
  const { engine, snapshot, sheet, frozenThrough, sinceMs } = scope;
  const versions = await readPriceVersions(scope);
  const walk = new SumWalk({
    engine,
    snapshot,
    fromId: sinceMs === null ? new Uint8Array(0) : await firstIdOf(scope, sinceMs),
    // Rows of a frozen day that await deletion are already counted in its sums.
    calls: sql`day > ${frozenThrough} and hour_start >= ${BigInt(sinceMs ?? 0)}`,
    onPiece: async (piece) => {
      await checkEndings(scope, piece);
      await checkCharges(scope, versions, piece);
    },
  });
  for (let from = BigInt(sinceMs ?? 0); ;) {
    const hour = await nextHour(scope, from);
    if (hour === null) break;
    const ofHour = sql`hour_start = ${hour}`;
    await walk.advance(firstUuidBytesAt(Number(hour) + hourMs), {
      usage: ofHour,
      quantities: sql`${ofHour} and day > ${frozenThrough}`,
      frozen: sql`${ofHour} and day <= ${frozenThrough}`,
    });
    await checkHour(scope, hour);
    from = hour + 1n;
  }
  await walk.advance(null, null);
  for (const sum of walk.differences.values()) sheet.find('usage', describe(sum), sum.charge);
  for (const sum of walk.quantities.values()) sheet.find('usage', describeQuantity(sum));
}
