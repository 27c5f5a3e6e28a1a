import { sql } from 'kysely';
import { SumDifferences, sumLog, sumOf } from '../call-sums.ts';
import type { CallSum, LogStretch } from '../call-sums.ts';
import { compilerFor } from '../compiler.ts';
import { firstUuidBytesAt, uuidText, uuidTimeMs } from '../uuid-bytes.ts';
import { wholeNumber } from '../whole-number.ts';
import type { AuditScope } from './audit-scope.ts';

const hourMs = 3_600_000;
/** How far an id's time and its call's hour usually lie apart at most: an hour, and the time a request takes to arrive. */
const slackMs = 27 * hourMs;

/**
 * Walks hourly usage and frozen days hour by hour behind the log, so that only the sums of about a day are held at once.
 * Hours that do not add up stay in the differences, so a row that turns up late still finds its hour.
 */
class HourWalk {
  readonly differences = new SumDifferences();
  readonly #scope: AuditScope;
  #nextHour: bigint;

  constructor(scope: AuditScope) {
    this.#scope = scope;
    this.#nextHour = BigInt(scope.sinceMs ?? 0);
  }

  /** Takes in every hour before `beforeMs`, one statement per stretch of hours. */
  async advance(beforeMs: number): Promise<void> {
    if (BigInt(beforeMs) <= this.#nextHour) return;
    for (;;) {
      const hour = await this.#hourAtOrAfter(this.#nextHour, BigInt(beforeMs));
      if (hour === null) break;
      await this.#takeHour(hour);
      this.#nextHour = hour + 1n;
    }
    this.#nextHour = BigInt(beforeMs);
  }

  async #hourAtOrAfter(from: bigint, before: bigint): Promise<bigint | null> {
    const query = sql`select min(hour_start) as hour from (
        select min(hour_start) as hour_start from usage_hours where hour_start >= ${from} and hour_start < ${before}
        union all select min(hour_start) from frozen_days where hour_start >= ${from} and hour_start < ${before}
      ) hours`;
    const [row] = await this.#scope.snapshot.read(query.compile(compilerFor(this.#scope.engine.sql)));
    return (row?.hour as bigint | null | undefined) ?? null;
  }

  async #takeHour(hour: bigint): Promise<void> {
    const { engine, snapshot, sheet, frozenThrough } = this.#scope;
    const db = compilerFor(engine.sql);
    const columns = ['account_id', 'key_id', 'model', 'hour_start', 'day', 'calls', 'charge', 'uncollected'] as const;
    const usage = db.selectFrom('usage_hours').select(columns).where('hour_start', '=', hour);
    for (const row of await snapshot.read(usage.compile())) {
      sheet.checked.usageHours += 1;
      const sum = sumOf(row);
      this.#scope.keys.set(sum.keyId, sum.accountId);
      this.differences.add(sum, -1n);
    }
    const frozen = db.selectFrom('frozen_days').select(columns).where('hour_start', '=', hour).where('day', '<=', frozenThrough);
    for (const row of await snapshot.read(frozen.compile())) this.differences.add(sumOf(row), 1n);
  }
}

/**
 * Behind which id the rows of the hours from `sinceMs` on begin. Ids carry the clock's time and hours the calendar's, which
 * waits in its last hour for a clock that was set back: then rows of an hour can be older than it by any length of time.
 */
async function idBefore({ engine, snapshot }: AuditScope, sinceMs: number): Promise<Uint8Array> {
  for (let startMs = sinceMs - slackMs; ; startMs -= slackMs) {
    const id = firstUuidBytesAt(startMs);
    const query = sql`select hour_start from calls where id < ${id} order by id desc limit 1`;
    const [row] = await snapshot.read(query.compile(compilerFor(engine.sql)));
    if (row === undefined || wholeNumber(row.hour_start) < BigInt(sinceMs)) return id;
  }
}

async function reportWrongCharges(scope: AuditScope, stretch: LogStretch, afterId: Uint8Array): Promise<void> {
  const query = sql`select id, status, ending, charge from calls where id > ${afterId} and id <= ${stretch.lastId}
    and charge > 0 and (status <> 200 or ending <> 'complete') order by id limit 100`;
  for (const row of await scope.snapshot.read(query.compile(compilerFor(scope.engine.sql)))) {
    const id = uuidText(row.id as Uint8Array);
    const charge = wholeNumber(row.charge);
    scope.sheet.find(
      'wrong_charge',
      `call ${id} (status ${String(row.status)}, ${String(row.ending)}) is charged ${String(charge)} nano-CNY`,
      charge,
    );
  }
}

function describe(sum: CallSum): string {
  const hour = new Temporal.Instant(sum.hourStart * 1_000_000n).toString();
  const model = sum.model === '' ? 'no model' : sum.model;
  return (
    `account ${sum.accountId}, key ${sum.keyId}, ${model}, hour ${hour}: the log has ${String(sum.calls)} calls, ` +
    `${String(sum.charge)} nano-CNY charged and ${String(sum.uncollected)} nano-CNY uncollected more than the usage`
  );
}

/**
 * Σ log rows = Σ hourly usage per account, key, model and hour, to the nano; frozen sums stand in for purged days. Also
 * finds charged calls that must not be charged.
 */
export async function checkUsage(scope: AuditScope): Promise<void> {
  const { engine, snapshot, sheet, frozenThrough, sinceMs } = scope;
  const walk = new HourWalk(scope);
  let afterId = sinceMs === null ? new Uint8Array(0) : await idBefore(scope, sinceMs);
  for await (const stretch of sumLog(engine, snapshot, { afterId, endId: null })) {
    sheet.checked.calls += stretch.rows;
    for (const sum of stretch.sums) {
      // Rows of a frozen day wait for their deletion and are counted by its sums.
      if (sum.day > frozenThrough && sum.hourStart >= BigInt(sinceMs ?? 0)) walk.differences.add(sum, 1n);
    }
    if (stretch.wronglyCharged > 0) await reportWrongCharges(scope, stretch, afterId);
    afterId = stretch.lastId;
    await walk.advance(uuidTimeMs(stretch.lastId) - slackMs);
  }
  await walk.advance(Number.MAX_SAFE_INTEGER);
  for (const sum of walk.differences.values()) sheet.find('usage', describe(sum), sum.charge);
}
