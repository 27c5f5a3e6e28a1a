import { sql } from 'kysely';
import { compilerFor } from '../../storage/compiler.ts';
import { wholeNumber } from '../../storage/whole-number.ts';
import type { AuditScope } from './audit-scope.ts';

const entriesPerRead = 2000;
/** Small, because one account can have years of usage. */
const accountsPerRead = 20;

interface DoubtfulEntry {
  readonly seq: bigint;
  readonly account_id: string;
  readonly over: bigint | string;
  readonly chain: bigint | string;
  readonly amount: bigint;
  readonly is_right: bigint | number;
  readonly is_second_trial: bigint | number;
}

/** Entries from `from` (inclusive) to `before` (exclusive) that disagree with the previous entry or with the usage. */
async function doubtfulEntries(scope: AuditScope, from: bigint, before: bigint): Promise<readonly DoubtfulEntry[]> {
  const query = sql`select * from (
      select l.seq, l.account_id, l.amount,
        case when l.kind = 'usage' then l.amount + coalesce((select cast(sum(u.charge) as bigint) from usage_hours u
          where u.hour_start = l.hour_start and u.account_id = l.account_id), 0) else 0 end as over,
        case when l.kind = 'credit' and l.bucket = 'trial' and exists (select 1 from ledger_entries t
          where t.account_id = l.account_id and t.kind = 'credit' and t.bucket = 'trial' and t.seq < l.seq) then 1 else 0 end
          as is_second_trial,
        (l.credits_total - coalesce(p.credits_total, 0)) - (l.usage_total - coalesce(p.usage_total, 0)) - l.amount as chain,
        case when l.credits_total = coalesce(p.credits_total, 0) + case when l.kind = 'credit' then l.amount else 0 end
          and l.usage_total = coalesce(p.usage_total, 0) - case when l.kind = 'usage' then l.amount else 0 end
          and l.trial_credits_total = coalesce(p.trial_credits_total, 0)
            + case when l.kind = 'credit' and l.bucket = 'trial' then l.amount else 0 end then 1 else 0 end as is_right
      from ledger_entries l left join ledger_entries p on p.seq = (
        select o.seq from ledger_entries o where o.account_id = l.account_id and o.seq < l.seq order by o.seq desc limit 1)
      where l.seq >= ${from} and l.seq < ${before}
    ) entries where over <> 0 or is_second_trial = 1 or is_right = 0 order by seq`;
  return (await scope.snapshot.read(query.compile(compilerFor(scope.engine.sql)))) as unknown as readonly DoubtfulEntry[];
}

function report({ sheet }: AuditScope, entry: DoubtfulEntry): void {
  const place = `account ${entry.account_id}, ledger entry ${String(entry.seq)}`;
  const over = wholeNumber(entry.over);
  if (over !== 0n) sheet.find('ledger', `${place}: the hour's usage is ${String(over)} nano-CNY more than entered`, over);
  if (wholeNumber(entry.is_second_trial) === 1n)
    sheet.find('trial', `${place}: trial money is given a second time`, entry.amount);
  if (wholeNumber(entry.is_right) === 0n)
    sheet.find('ledger_chain', `${place}: the running totals do not continue those before it`, wholeNumber(entry.chain));
}

/** The first entry made since then. Entries are in the order in which they were made, so earlier ones are skipped. */
async function firstEntrySince({ engine, snapshot, sinceMs }: AuditScope): Promise<bigint> {
  if (sinceMs === null) return 0n;
  const query = sql`select seq from ledger_entries where created_at < ${BigInt(sinceMs)} order by seq desc limit 1`;
  const [row] = await snapshot.read(query.compile(compilerFor(engine.sql)));
  return row === undefined ? 0n : wholeNumber(row.seq) + 1n;
}

/** Checks for every entry that its usage equals the hourly sums it closed, its running totals are right, and trial money was given once. */
async function checkEntries(scope: AuditScope): Promise<void> {
  const db = compilerFor(scope.engine.sql);
  for (let from = await firstEntrySince(scope); ;) {
    const span = sql`select count(*) as entries, max(seq) as last from (
      select seq from ledger_entries where seq >= ${from} order by seq limit ${entriesPerRead}) entries`;
    const [row] = await scope.snapshot.read(span.compile(db));
    const entries = Number(wholeNumber(row?.entries));
    if (entries === 0) return;
    const before = wholeNumber(row?.last) + 1n;
    for (const entry of await doubtfulEntries(scope, from, before)) report(scope, entry);
    scope.sheet.checked.ledgerEntries += entries;
    from = before;
  }
}

/**
 * Compares the balance that the product shows and uses for admission (ledger totals plus open hours) with credits minus all usage. Only a
 * full audit adds up all usage of every account. An audit of the last hours relies on the checks of the entries.
 */
async function checkBalances(scope: AuditScope): Promise<void> {
  if (scope.sinceMs !== null) return;
  const db = compilerFor(scope.engine.sql);
  let after = '';
  for (;;) {
    const query = sql`select a.id,
        coalesce((select l.credits_total - l.usage_total from ledger_entries l where l.account_id = a.id order by l.seq desc limit 1), 0)
        - coalesce((select cast(sum(u.charge) as bigint) from usage_hours u where u.account_id = a.id and u.hour_start >
            coalesce((select max(e.hour_start) from ledger_entries e where e.account_id = a.id and e.kind = 'usage'), -1)), 0) as shown,
        coalesce((select cast(sum(l.amount) as bigint) from ledger_entries l where l.account_id = a.id and l.kind = 'credit'), 0)
        - coalesce((select cast(sum(u.charge) as bigint) from usage_hours u where u.account_id = a.id), 0) as proven
      from accounts a where a.id > ${after} order by a.id limit ${accountsPerRead}`;
    const rows = await scope.snapshot.read(query.compile(db));
    for (const row of rows) {
      after = String(row.id);
      scope.sheet.checked.accounts += 1;
      const difference = wholeNumber(row.shown) - wholeNumber(row.proven);
      if (difference === 0n) continue;
      scope.sheet.find(
        'balance',
        `account ${after}: the balance is ${String(difference)} nano-CNY more than credits minus usage`,
        difference,
      );
    }
    if (rows.length < accountsPerRead) return;
  }
}

/** Checks the ledger against hourly usage and against itself. */
export async function checkLedger(scope: AuditScope): Promise<void> {
  await checkEntries(scope);
  await checkBalances(scope);
}
