import { sql } from 'kysely';
import { compilerFor } from '../../storage/compiler.ts';
import { wholeNumber } from '../../storage/whole-number.ts';
import type { AuditScope } from './audit-scope.ts';

/** Usage must belong to a key that exists, under the account that the key belongs to. */
async function checkOrphans({ engine, snapshot, sheet, orphans }: AuditScope, hour: bigint): Promise<void> {
  const query = sql`select distinct key_id, account_id from usage_hours u where hour_start = ${hour}
    and not exists (select 1 from keys k where k.id = u.key_id and k.account_id = u.account_id) limit 100`;
  for (const row of await snapshot.read(query.compile(compilerFor(engine.sql)))) {
    const text = `usage of key ${String(row.key_id)} under account ${String(row.account_id)}, which has no such key`;
    if (orphans.size >= 1000 || orphans.has(text)) continue;
    orphans.add(text);
    sheet.find('orphan', text);
  }
}

/** Finds usage of a closed hour that no ledger entry includes. */
async function checkEntered({ engine, snapshot, sheet, closedBefore }: AuditScope, hour: bigint): Promise<void> {
  if (hour >= closedBefore) return;
  const query = sql`select account_id, charge from (
      select account_id, cast(sum(charge) as bigint) as charge from usage_hours where hour_start = ${hour} group by account_id
    ) u where charge > 0 and not exists (
      select 1 from ledger_entries e where e.account_id = u.account_id and e.kind = 'usage' and e.hour_start = ${hour})
    order by account_id limit 1000`;
  for (const row of await snapshot.read(query.compile(compilerFor(engine.sql)))) {
    const text = `account ${String(row.account_id)}: usage of the closed hour ${String(hour)} is not in the ledger`;
    sheet.find('ledger', text, wholeNumber(row.charge));
  }
}

/** Checks everything about one hour's usage except its sums. */
export async function checkHour(scope: AuditScope, hour: bigint): Promise<void> {
  const { engine, snapshot, sheet } = scope;
  const count = sql`select count(*) as rows from usage_hours where hour_start = ${hour}`;
  const [row] = await snapshot.read(count.compile(compilerFor(engine.sql)));
  sheet.checked.usageHours += Number(wholeNumber(row?.rows ?? 0n));
  await checkOrphans(scope, hour);
  await checkEntered(scope, hour);
}
