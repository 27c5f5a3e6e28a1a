import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { compilerFor } from '../storage/compiler.ts';
import type { Engine, Snapshot } from '../storage/engine.ts';
import { wholeNumber } from '../storage/whole-number.ts';
import { QuantityDifferences, quantityDifferences } from './quantity-sums.ts';

/** Sums of the calls of one account, key, model and admission hour. Amounts in nano-CNY. */
export interface CallSum {
  readonly accountId: string;
  readonly keyId: string;
  /** Empty if the request named no model. */
  readonly model: string;
  readonly hourStart: bigint;
  readonly calls: bigint;
  readonly charge: bigint;
  readonly uncollected: bigint;
}

/** The non-zero differences between the log and the hourly usage. */
class SumDifferences {
  readonly #differences = new Map<string, CallSum>();

  add(sums: readonly CallSum[]): void {
    for (const sum of sums) {
      const name = `${sum.accountId}\n${sum.keyId}\n${sum.model}\n${String(sum.hourStart)}`;
      const known = this.#differences.get(name);
      const calls = (known?.calls ?? 0n) + sum.calls;
      const charge = (known?.charge ?? 0n) + sum.charge;
      const uncollected = (known?.uncollected ?? 0n) + sum.uncollected;
      if (calls === 0n && charge === 0n && uncollected === 0n) this.#differences.delete(name);
      else this.#differences.set(name, { ...sum, calls, charge, uncollected });
    }
  }

  get size(): number {
    return this.#differences.size;
  }

  values(): Iterable<CallSum> {
    return this.#differences.values();
  }
}

/** A range of the log by ID: `fromId` inclusive, `beforeId` exclusive; `null` means the end of the log. */
export interface LogPiece {
  readonly fromId: Uint8Array;
  readonly beforeId: Uint8Array | null;
}

/** Small enough that page requests queued behind one statement are served soon. */
const rowsPerPiece = 10_000;

export function inPiece({ fromId, beforeId }: LogPiece): RawBuilder<unknown> {
  return beforeId === null ? sql`id >= ${fromId}` : sql`id >= ${fromId} and id < ${beforeId}`;
}

/** Divides the rows of a period into ranges of bounded size. */
async function* piecesOf(
  engine: Pick<Engine, 'sql'>,
  snapshot: Snapshot,
  { fromId, beforeId }: LogPiece,
): AsyncGenerator<LogPiece> {
  const db = compilerFor(engine.sql);
  for (let from = fromId; ;) {
    const rest = { fromId: from, beforeId };
    const query = sql`select id from calls where ${inPiece(rest)} order by id limit 1 offset ${rowsPerPiece}`;
    const [next] = await snapshot.read(query.compile(db));
    if (next === undefined) {
      yield rest;
      return;
    }
    const end = next.id as Uint8Array;
    yield { fromId: from, beforeId: end };
    from = end;
  }
}

/** Conditions on the hourly usage and the frozen sums to compare a range of the log with. */
export interface ComparedWith {
  readonly usage: RawBuilder<unknown>;
  /** Condition on the hourly quantities, which are not frozen: only as far back as the log still has their calls. */
  readonly quantities: RawBuilder<unknown>;
  readonly frozen: RawBuilder<unknown>;
}

export interface SumWalkOptions {
  readonly engine: Pick<Engine, 'sql'>;
  readonly snapshot: Snapshot;
  /** The start of the log range. */
  readonly fromId: Uint8Array;
  /** Condition on log rows. */
  readonly calls: RawBuilder<unknown>;
  /** Called once for every range of the log. */
  readonly onPiece?: (piece: LogPiece) => Promise<void>;
}

/**
 * Walks the log and the data it is compared with in parallel. The database adds up and returns only mismatches, usually a call or two at
 * the edges of each hour. A mismatch stays in the differences, so a row logged in one hour and booked in another still finds its sum.
 */
export class SumWalk {
  readonly differences = new SumDifferences();
  readonly quantities = new QuantityDifferences();
  readonly #options: SumWalkOptions;
  #fromId: Uint8Array;

  constructor(options: SumWalkOptions) {
    this.#options = options;
    this.#fromId = options.fromId;
  }

  /** Reads the log up to `beforeId` (`null`: to its end) and the data to compare it with. */
  async advance(beforeId: Uint8Array | null, comparedWith: ComparedWith | null): Promise<void> {
    const { engine, snapshot, calls, onPiece } = this.#options;
    let others = comparedWith;
    for await (const piece of piecesOf(engine, snapshot, { fromId: this.#fromId, beforeId })) {
      this.differences.add(await this.#differencesIn(piece, others));
      const compared = { calls: sql`${inPiece(piece)} and ${calls}`, sums: others?.quantities ?? null };
      this.quantities.add(await quantityDifferences(engine, snapshot, compared));
      await onPiece?.(piece);
      others = null;
    }
    if (beforeId !== null) this.#fromId = beforeId;
  }

  async #differencesIn(piece: LogPiece, others: ComparedWith | null): Promise<readonly CallSum[]> {
    const { engine, snapshot, calls } = this.#options;
    const against =
      others === null
        ? sql``
        : sql`union all select account_id, key_id, model, hour_start, -calls, -charge, -uncollected from usage_hours where ${others.usage}
        union all select account_id, key_id, model, hour_start, calls, charge, uncollected from frozen_days where ${others.frozen}`;
    const query = sql`select account_id, key_id, model, hour_start, cast(sum(calls) as bigint) as calls,
        cast(sum(charge) as bigint) as charge, cast(sum(uncollected) as bigint) as uncollected from (
          select account_id, key_id, coalesce(model, '') as model, hour_start, count as calls, charge, uncollected
            from calls where ${inPiece(piece)} and ${calls}
          ${against}
        ) sums group by hour_start, account_id, key_id, model
      having sum(calls) <> 0 or sum(charge) <> 0 or sum(uncollected) <> 0`;
    return (await snapshot.read(query.compile(compilerFor(engine.sql)))).map((row) => ({
      accountId: String(row.account_id),
      keyId: String(row.key_id),
      model: String(row.model),
      hourStart: wholeNumber(row.hour_start),
      calls: wholeNumber(row.calls),
      charge: wholeNumber(row.charge),
      uncollected: wholeNumber(row.uncollected),
    }));
  }
}
