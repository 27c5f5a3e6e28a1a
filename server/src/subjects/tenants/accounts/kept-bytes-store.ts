import { keptParts, type KeptPart } from '@tollgate/contract/tenants/largest-accounts';
import { sql, type RawBuilder } from 'kysely';
import type { KeptBytes, KeptBytesStore } from './kept-bytes-ports.ts';
import { compilerFor } from '../../../storage/compiler.ts';
import type { Engine } from '../../../storage/engine.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';

/** Estimated size of a row with its indexes but without its texts: rounded up from both engines. */
const rowBytes = { call: 500n, entry: 450n, message: 300n, settings: 500n, order: 800n } as const;

/** Beyond this number per day, uncharged calls are merged into few rows. */
const unchargedRowsPerDay = 20_000n;

/** Each query is one pass over a small table, or over hourly totals instead of the call log. */
function partQueries(fromDay: bigint): readonly (readonly [KeptPart, RawBuilder<unknown>])[] {
  const uncharged = sql`sum(calls - charged_calls)`;
  return [
    [
      'calls',
      sql`select account_id, sum(rows) * ${sql.lit(rowBytes.call)} as bytes from (select account_id, sum(charged_calls)
        + case when ${uncharged} > ${sql.lit(unchargedRowsPerDay)} then ${sql.lit(unchargedRowsPerDay)} else ${uncharged} end as rows
        from usage_hours where day >= ${fromDay} group by account_id, day) days group by account_id`,
    ],
    ['files', sql`select account_id, sum(coalesce(bytes, 0)) as bytes from objects group by account_id`],
    [
      'changes',
      sql`select account_id, sum(coalesce(length(before), 0) + coalesce(length(after), 0) + ${sql.lit(rowBytes.entry)}) as bytes
        from audit_log where account_id is not null group by account_id`,
    ],
    [
      'messages',
      sql`select account_id, sum(length(text) + coalesce(length(params), 0) + ${sql.lit(rowBytes.message)}) as bytes
        from notices group by account_id`,
    ],
    [
      'messages',
      sql`select account_id, sum(length(body) + ${sql.lit(rowBytes.message)}) as bytes from webhook_deliveries group by account_id`,
    ],
    [
      'settings',
      sql`select account_id, sum(length(remark) + length(ip_allow_list) + coalesce(length(model_allow_list), 0)
        + ${sql.lit(rowBytes.settings)}) as bytes from keys group by account_id`,
    ],
    [
      'settings',
      sql`select account_id, sum(length(name) + coalesce(length(model_allow_list), 0) + ${sql.lit(rowBytes.settings)}) as bytes
        from sub_accounts group by account_id`,
    ],
    [
      'orders',
      sql`select account_id, sum(length(answer) + ${sql.lit(rowBytes.order)}) as bytes from once_marks group by account_id`,
    ],
    [
      'orders',
      sql`select account_id, sum(coalesce(length(step), 0) + ${sql.lit(rowBytes.order)}) as bytes
        from orders where account_id is not null group by account_id`,
    ],
    [
      'orders',
      sql`select account_id, sum(length(details) + ${sql.lit(rowBytes.order)}) as bytes from service_requests group by account_id`,
    ],
  ];
}

/** Estimates how much storage accounts use. */
export function createKeptBytesStore(engine: Engine): KeptBytesStore {
  const db = compilerFor(engine.sql);
  const read = (query: RawBuilder<unknown>) => engine.read('reports', query.compile(db));

  async function namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await read(sql`select id, name from accounts where id in (${sql.join(ids)})`);
    return new Map(rows.map(({ id, name }) => [String(id), String(name)]));
  }

  return {
    async largest(fromDay, limit) {
      const accounts = new Map<string, Record<KeptPart, number>>();
      for (const [part, query] of partQueries(BigInt(fromDay))) {
        for (const { account_id: id, bytes } of await read(query)) {
          const parts =
            accounts.get(String(id)) ?? (Object.fromEntries(keptParts.map((name) => [name, 0])) as Record<KeptPart, number>);
          parts[part] += Number(wholeNumber(bytes));
          accounts.set(String(id), parts);
        }
      }
      const sums = [...accounts].map(([accountId, parts]): Omit<KeptBytes, 'name'> => {
        const bytes = Object.values(parts).reduce((sum, one) => sum + one, 0);
        return { accountId, bytes, parts };
      });
      const largest = sums.toSorted((one, other) => other.bytes - one.bytes).slice(0, limit);
      const names = await namesOf(largest.map(({ accountId }) => accountId));
      return largest.flatMap((one) => {
        const name = names.get(one.accountId);
        return name === undefined ? [] : [{ ...one, name }];
      });
    },
  };
}
