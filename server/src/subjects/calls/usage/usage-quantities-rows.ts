import { sql } from 'kysely';
import type { UsageFilter, UsageSums } from './report-ports.ts';
import { compilerFor, readRows } from '../../../storage/compiler.ts';
import type { Engine } from '../../../storage/engine.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';
import { groupValue, hoursOf, windowMs, type Sum } from './usage-hours-rows.ts';

type Quantities = UsageSums['quantities'];
type Group = UsageSums['group'];

function bound(group: Group) {
  return sql.join(group.map((value) => (typeof value === 'number' ? BigInt(value) : value)));
}

/** Named quantities of the calls in a page of groups, by group as JSON. Like the totals, it reads one window of hours at a time. */
export async function quantitiesOf(
  engine: Engine,
  { accountId, subAccountId, keyId, model, groups, ...days }: UsageFilter,
  page: readonly Group[],
): Promise<ReadonlyMap<string, Quantities>> {
  const db = compilerFor(engine.sql);
  const found = new Map<string, Record<string, bigint>>();
  const [first, last] = [page[0], page.at(-1)];
  if (first === undefined || last === undefined) return found;
  const row = sql`(${sql.join(groups.map((group) => sql.ref(group)))})`;
  const rows = db
    .selectFrom('usage_hour_quantities')
    .$if(accountId !== undefined, (q) => q.where('account_id', '=', accountId ?? ''))
    .$if(subAccountId !== undefined, (q) => q.where('sub_account_id', '=', subAccountId ?? ''))
    .$if(keyId !== undefined, (q) => q.where('key_id', '=', keyId ?? ''))
    .$if(model !== undefined, (q) => q.where('model', '=', model ?? ''))
    .$if(days.fromDay !== undefined, (q) => q.where('day', '>=', BigInt(days.fromDay ?? 0)))
    .$if(days.toDay !== undefined, (q) => q.where('day', '<=', BigInt(days.toDay ?? 0)))
    .$if(groups.length > 0, (q) =>
      q.where(sql<boolean>`${row} >= (${bound(first)})`).where(sql<boolean>`${row} <= (${bound(last)})`),
    );
  const hours = hoursOf(days);
  for (let from = hours.from; ; from += windowMs) {
    const next = rows.select('hour_start').where('hour_start', '>=', from).where('hour_start', '<', hours.before);
    const [hour] = await readRows(engine, 'reports', next.orderBy('hour_start').limit(1));
    if (hour === undefined) return found;
    from = hour.hour_start;
    const before = from + windowMs < hours.before ? from + windowMs : hours.before;
    const sums = rows
      .where('hour_start', '>=', from)
      .where('hour_start', '<', before)
      .select((eb) => ['name', eb.fn.sum<Sum>('amount').as('amount')])
      .$if(groups.length > 0, (q) => q.select([...groups]))
      .groupBy(['name', ...groups]);
    for (const { name, amount, ...values } of await readRows(engine, 'reports', sums)) {
      const key = JSON.stringify(groups.map((group) => groupValue(values[group])));
      const own = found.get(key) ?? {};
      own[name] = (own[name] ?? 0n) + wholeNumber(amount);
      found.set(key, own);
    }
  }
}
