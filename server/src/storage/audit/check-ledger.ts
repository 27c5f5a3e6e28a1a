import { sql } from 'kysely';
import { compilerFor } from '../compiler.ts';
import { wholeNumber } from '../whole-number.ts';
import type { AuditScope } from './audit-scope.ts';

const rowsPerRead = 2000;

interface Totals {
  credits: bigint;
  usage: bigint;
  trial: bigint;
  trialCredits: number;
}

interface LedgerRow {
  readonly seq: bigint;
  readonly account_id: string;
  readonly kind: string;
  readonly bucket: string;
  readonly amount: bigint;
  readonly hour_start: bigint | null;
  readonly credits_total: bigint;
  readonly usage_total: bigint;
  readonly trial_credits_total: bigint;
  readonly used: bigint | string;
}

/** Follows one account's entries in order and compares each with what the ones before it add up to. */
function follow(scope: AuditScope, totals: Totals, row: LedgerRow): void {
  const { sheet } = scope;
  const place = `account ${row.account_id}, ledger entry ${String(row.seq)}`;
  if (row.kind === 'usage') {
    totals.usage -= row.amount;
    const difference = BigInt(row.used) + row.amount;
    if (difference !== 0n)
      sheet.find('ledger', `${place}: the hour's usage is ${String(difference)} nano-CNY more than entered`, difference);
  } else {
    totals.credits += row.amount;
    if (row.bucket === 'trial') {
      totals.trial += row.amount;
      totals.trialCredits += 1;
      if (totals.trialCredits > 1) sheet.find('trial', `${place}: trial money is given a second time`, row.amount);
    }
  }
  const isRight =
    row.credits_total === totals.credits && row.usage_total === totals.usage && row.trial_credits_total === totals.trial;
  if (isRight) return;
  const difference = row.credits_total - totals.credits - (row.usage_total - totals.usage);
  sheet.find('ledger_chain', `${place}: the running totals are not the sums of the entries`, difference);
  // Told once; the entries after it are measured against what it says.
  totals.credits = row.credits_total;
  totals.usage = row.usage_total;
  totals.trial = row.trial_credits_total;
}

/** Every entry: usage equals the hourly sums it closed, running totals are right, trial money was given once. */
async function checkEntries(scope: AuditScope): Promise<void> {
  const db = compilerFor(scope.engine.sql);
  let account = '';
  let seq = 0n;
  let totals: Totals = { credits: 0n, usage: 0n, trial: 0n, trialCredits: 0 };
  for (;;) {
    const query = sql<LedgerRow>`select seq, account_id, kind, bucket, amount, hour_start, credits_total, usage_total, trial_credits_total,
        case when kind = 'usage' then coalesce((select cast(sum(u.charge) as bigint) from usage_hours u
          where u.account_id = l.account_id and u.hour_start = l.hour_start), 0) else 0 end as used
      from ledger_entries l where (account_id, seq) > (${account}, ${seq}) order by account_id, seq limit ${rowsPerRead}`;
    const rows = (await scope.snapshot.read(query.compile(db))) as unknown as LedgerRow[];
    for (const row of rows) {
      if (row.account_id !== account) totals = { credits: 0n, usage: 0n, trial: 0n, trialCredits: 0 };
      account = row.account_id;
      seq = row.seq;
      follow(scope, totals, row);
      scope.sheet.checked.ledgerEntries += 1;
    }
    if (rows.length < rowsPerRead) return;
  }
}

/** Usage of a closed hour that no entry took up. */
async function checkClosedHours(scope: AuditScope): Promise<void> {
  const query = sql`select account_id, hour_start, cast(sum(charge) as bigint) as charge from usage_hours u
    where hour_start < ${scope.closedBefore} and hour_start >= ${BigInt(scope.sinceMs ?? 0)} and charge > 0 and not exists (
      select 1 from ledger_entries e where e.account_id = u.account_id and e.kind = 'usage' and e.hour_start = u.hour_start)
    group by account_id, hour_start order by hour_start, account_id limit 1000`;
  for (const row of await scope.snapshot.read(query.compile(compilerFor(scope.engine.sql)))) {
    const charge = wholeNumber(row.charge);
    const text = `account ${String(row.account_id)}: usage of the closed hour ${String(row.hour_start)} is not in the ledger`;
    scope.sheet.find('ledger', text, charge);
  }
}

/** The balance that the product shows and admits by (ledger totals and open hours) against credits minus all usage. */
async function checkBalances(scope: AuditScope): Promise<void> {
  const db = compilerFor(scope.engine.sql);
  let after = '';
  for (;;) {
    const query = sql`select a.id,
        coalesce((select l.credits_total - l.usage_total from ledger_entries l where l.account_id = a.id order by l.seq desc limit 1), 0)
        - coalesce((select cast(sum(u.charge) as bigint) from usage_hours u where u.account_id = a.id and u.hour_start >
            coalesce((select max(e.hour_start) from ledger_entries e where e.account_id = a.id and e.kind = 'usage'), -1)), 0) as shown,
        coalesce((select cast(sum(l.amount) as bigint) from ledger_entries l where l.account_id = a.id and l.kind = 'credit'), 0)
        - coalesce((select cast(sum(u.charge) as bigint) from usage_hours u where u.account_id = a.id), 0) as proven
      from accounts a where a.id > ${after} order by a.id limit 100`;
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
    if (rows.length < 100) return;
  }
}

/** The ledger against hourly usage, and against itself. */
export async function checkLedger(scope: AuditScope): Promise<void> {
  await checkEntries(scope);
  await checkClosedHours(scope);
  await checkBalances(scope);
}
