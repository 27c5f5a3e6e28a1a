import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { compilerFor } from '../storage/compiler.ts';
import type { Engine, Snapshot } from '../storage/engine.ts';
import { wholeNumber } from '../storage/whole-number.ts';

/** The use of one quantity by the calls of one account, key, model and admission hour. */
export interface QuantitySum {
  readonly accountId: string;
  readonly keyId: string;
  readonly model: string;
  readonly hourStart: bigint;
  readonly name: string;
  readonly amount: bigint;
}

/** The non-zero differences between the log and the hourly sums. */
export class QuantityDifferences {
  readonly #differences = new Map<string, QuantitySum>();

  add(sums: readonly QuantitySum[]): void {
    for (const sum of sums) {
      const place = [sum.accountId, sum.keyId, sum.model, String(sum.hourStart), sum.name].join('\n');
      const amount = (this.#differences.get(place)?.amount ?? 0n) + sum.amount;
      if (amount === 0n) this.#differences.delete(place);
      else this.#differences.set(place, { ...sum, amount });
    }
  }

  get size(): number {
    return this.#differences.size;
  }

  values(): Iterable<QuantitySum> {
    return this.#differences.values();
  }
}

/** The members of `more` as rows of name and amount. */
const named: Readonly<Record<Engine['sql'], RawBuilder<unknown>>> = {
  sqlite: sql`json_each(priced, '$.more') part`,
  postgres: sql`jsonb_each_text(priced::jsonb -> 'more') part`,
};

export interface ComparedQuantities {
  /** Condition on log rows. */
  readonly calls: RawBuilder<unknown>;
  /** Condition on the hourly sums to compare with; `null` for none. */
  readonly sums: RawBuilder<unknown> | null;
}

/** Returns the differences between the log and the hourly sums in these rows of both. The database adds up. */
export async function quantityDifferences(
  engine: Pick<Engine, 'sql'>,
  snapshot: Snapshot,
  { calls, sums }: ComparedQuantities,
): Promise<readonly QuantitySum[]> {
  const against =
    sums === null
      ? sql``
      : sql`union all select account_id, key_id, model, hour_start, name, -amount from usage_hour_quantities where ${sums}`;
  const query = sql`select account_id, key_id, model, hour_start, name, cast(sum(amount) as bigint) as amount from (
        select account_id, key_id, coalesce(model, '') as model, hour_start, part.key as name, cast(part.value as bigint) as amount
          from (select account_id, key_id, model, hour_start, priced from calls where priced is not null and ${calls}) said, ${named[engine.sql]}
        ${against}
      ) quantities group by hour_start, account_id, key_id, model, name having sum(amount) <> 0`;
  return (await snapshot.read(query.compile(compilerFor(engine.sql)))).map((row) => ({
    accountId: String(row.account_id),
    keyId: String(row.key_id),
    model: String(row.model),
    hourStart: wholeNumber(row.hour_start),
    name: String(row.name),
    amount: wholeNumber(row.amount),
  }));
}
