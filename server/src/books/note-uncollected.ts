import { sql } from 'kysely';
import type { CallRecord } from '../domain/books/call-record.ts';
import { compilerFor } from '../storage/compiler.ts';
import type { Engine } from '../storage/engine.ts';
import { uuidBytes } from '../storage/uuid-bytes.ts';

/**
 * Records on voided rows what their calls would have cost, and adds it to the usage of the hour, under the incarnation that does so. One
 * statement takes its amounts from the rows it has changed, so a second run finds nothing to do. Ledger entries of closed hours contain
 * charges only and stay right; sums frozen before the purge must stay unchanged. Returns the number of rows.
 */
export async function noteUncollected(engine: Engine, records: readonly CallRecord[], incarnation: string): Promise<number> {
  const amounts = new Map(records.filter(({ uncollected }) => uncollected > 0n).map((record) => [record.id, record.uncollected]));
  if (amounts.size === 0) return 0;
  const owed = [...amounts].map(([id, amount]) => sql`(cast(${uuidBytes(id)} as bytea), cast(${amount} as bigint))`);
  // The IDs appear twice: with a list of constants, the server finds the log partitions that hold them; with only a join, it reads the
  // whole log.
  const listed = sql.join([...amounts.keys()].map(uuidBytes));
  const query = sql`with noted as (
      update calls set uncollected = owed.amount from (values ${sql.join(owed)}) as owed (id, amount)
      where calls.id in (${listed}) and calls.id = owed.id
        and calls.ending = 'interrupted' and calls.charge = 0 and calls.uncollected = 0
        and not exists (select 1 from frozen_days f where f.day = calls.day and f.account_id = calls.account_id
          and f.key_id = calls.key_id and f.model = coalesce(calls.model, '') and f.hour_start = calls.hour_start)
      returning calls.*
    ), used as (
      insert into usage_hours (account_id, sub_account_id, key_id, model, hour_start, day, node, calls, charged_calls,
        input_tokens, cached_tokens, output_tokens, reasoning_tokens, charge, uncollected, upstream_cost)
      select account_id, coalesce(sub_account_id, ''), key_id, coalesce(model, ''), hour_start, min(day), ${incarnation},
        0, 0, 0, 0, 0, 0, 0, sum(uncollected), 0
      from noted group by account_id, coalesce(sub_account_id, ''), key_id, coalesce(model, ''), hour_start
      on conflict (hour_start, account_id, key_id, model, sub_account_id, node) do update
        set uncollected = usage_hours.uncollected + excluded.uncollected
    )
    select id from noted`;
  const [noted = 0] = await engine.write([{ query: query.compile(compilerFor(engine.sql)) }], []);
  return noted;
}
