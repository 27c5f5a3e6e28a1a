import { sql } from 'kysely';
import type { FiguresStore } from '../../domain/limits/coordination.ts';
import { compilerFor } from '../compiler.ts';
import type { Engine } from '../engine.ts';
import { wholeNumber } from '../whole-number.ts';

/** Where counters start from: the ledger's totals and the hours that are not closed into it yet. */
export function createFiguresStore(engine: Engine): FiguresStore {
  const db = compilerFor(engine.sql);

  return {
    /** One statement, so that an hour being closed is seen either in the ledger or beside it. */
    async accountUsed(accountId) {
      const query = sql`select
        coalesce((select usage_total from ledger_entries where account_id = ${accountId} order by seq desc limit 1), 0) as closed,
        coalesce((select cast(sum(charge) as bigint) from usage_hours where account_id = ${accountId} and hour_start >
          coalesce((select max(hour_start) from ledger_entries where account_id = ${accountId} and kind = 'usage'), -1)), 0) as open`;
      const [row] = await engine.read('hot', query.compile(db));
      return wholeNumber(row?.closed) + wholeNumber(row?.open);
    },

    async keyUsed(keyId, day, month) {
      const query = sql`select
        coalesce(cast(sum(case when day = ${day} then charge else 0 end) as bigint), 0) as in_day,
        coalesce(cast(sum(charge) as bigint), 0) as in_month
        from usage_hours where key_id = ${keyId} and day between ${month * 100} and ${month * 100 + 99}`;
      const [row] = await engine.read('hot', query.compile(db));
      return { day: wholeNumber(row?.in_day), month: wholeNumber(row?.in_month) };
    },
  };
}
