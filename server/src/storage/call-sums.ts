import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { compilerFor } from './compiler.ts';
import type { Engine, Snapshot } from './engine.ts';
import { wholeNumber } from './whole-number.ts';

/** What calls of one account, key, model and admission hour add up to. Amounts in nano-CNY. */
export interface CallSum {
  readonly accountId: string;
  readonly keyId: string;
  /** Empty where the request named none. */
  readonly model: string;
  readonly hourStart: bigint;
  readonly day: bigint;
  readonly calls: bigint;
  readonly charge: bigint;
  readonly uncollected: bigint;
}

/** Small enough that adding up one stretch never holds up the event loop. */
const rowsPerRead = 2000;
const nothing: Uint8Array = new Uint8Array(0);

export function sumOf(row: Record<string, unknown>): CallSum {
  return {
    accountId: String(row.account_id),
    keyId: String(row.key_id),
    model: String(row.model),
    hourStart: wholeNumber(row.hour_start),
    day: wholeNumber(row.day),
    calls: wholeNumber(row.calls),
    charge: wholeNumber(row.charge),
    uncollected: wholeNumber(row.uncollected),
  };
}

/** The difference between what the log and the hourly usage say, kept only where it is not zero. */
export class SumDifferences {
  readonly #differences = new Map<string, CallSum>();

  add(sum: CallSum, sign: 1n | -1n): void {
    const name = `${sum.accountId}\n${sum.keyId}\n${sum.model}\n${String(sum.hourStart)}`;
    const known = this.#differences.get(name);
    const calls = (known?.calls ?? 0n) + sign * sum.calls;
    const charge = (known?.charge ?? 0n) + sign * sum.charge;
    const uncollected = (known?.uncollected ?? 0n) + sign * sum.uncollected;
    if (calls === 0n && charge === 0n && uncollected === 0n) this.#differences.delete(name);
    else this.#differences.set(name, { ...sum, calls, charge, uncollected });
  }

  get size(): number {
    return this.#differences.size;
  }

  values(): Iterable<CallSum> {
    return this.#differences.values();
  }
}

/** One stretch of the log, in the order of ids. */
export interface LogStretch {
  readonly sums: readonly CallSum[];
  readonly rows: number;
  readonly lastId: Uint8Array;
  /** Charged calls that must not have been: not answered with 200, or not to their end. */
  readonly wronglyCharged: number;
}

/** Adds up the log in stretches of bounded size, from `afterId` (exclusive) to `endId` (exclusive, `null` for all). */
export async function* sumLog(
  engine: Pick<Engine, 'sql'>,
  snapshot: Snapshot,
  range: { readonly afterId?: Uint8Array; readonly endId: Uint8Array | null },
): AsyncGenerator<LogStretch> {
  const db = compilerFor(engine.sql);
  const end: RawBuilder<unknown> = range.endId === null ? sql`` : sql`and id < ${range.endId}`;
  let after = range.afterId ?? nothing;
  for (;;) {
    const query = sql`select account_id, key_id, coalesce(model, '') as model, hour_start, day, count(*) as calls,
        cast(sum(charge) as bigint) as charge, cast(sum(uncollected) as bigint) as uncollected, max(id) as last_id,
        sum(case when charge > 0 and (status <> 200 or ending <> 'complete') then 1 else 0 end) as wrong
      from (select * from calls where id > ${after} ${end} order by id limit ${rowsPerRead}) stretch
      group by account_id, key_id, coalesce(model, ''), hour_start, day`;
    const rows = await snapshot.read(query.compile(db));
    let lastId: Uint8Array = nothing;
    let wronglyCharged = 0;
    for (const row of rows) {
      const id = row.last_id as Uint8Array;
      if (Buffer.compare(id, lastId) > 0) lastId = id;
      wronglyCharged += Number(wholeNumber(row.wrong));
    }
    const sums = rows.map(sumOf);
    const read = Number(sums.reduce((total, sum) => total + sum.calls, 0n));
    if (read > 0) yield { sums, rows: read, lastId, wronglyCharged };
    if (read < rowsPerRead) return;
    after = lastId;
  }
}
