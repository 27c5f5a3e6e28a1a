import { nanoPerCny } from '@tollgate/contract/money';
import { sql, type RawBuilder } from 'kysely';
import { compilerFor } from '../../storage/compiler.ts';
import { wholeNumber } from '../../storage/whole-number.ts';
import type { AuditScope } from './audit-scope.ts';

const idsPerRead = 100;
const hoursPerRead = 24n * 3_600_000n;
const entriesPerRead = 2000n;
/** Sorts after every ID. */
const lastId = '\u{10ffff}';

/** Whole CNY and the remainder separately: the total of all accounts may exceed what a sum in the database can hold. */
const amounts = sql`sum(amount / 1000000000) as cny, sum(amount % 1000000000) as nano`;
const charges = sql`sum(charge / 1000000000) as cny, sum(charge % 1000000000) as nano`;

/** The largest integer that a column holds. */
const keyMax = 2n ** 63n - 1n;

/** The sums: the number of rows, their money, and the timestamps that the index contains. */
interface Sum {
  readonly entries: bigint;
  readonly amount: bigint;
  readonly times: bigint;
}

const nothing: Sum = { entries: 0n, amount: 0n, times: 0n };

type Piece = (after: string, upTo: string) => RawBuilder<unknown>;

async function read(scope: AuditScope, query: RawBuilder<unknown>): Promise<readonly Record<string, unknown>[]> {
  return await scope.snapshot.read(query.compile(compilerFor(scope.engine.sql)));
}

async function addUp(scope: AuditScope, sum: Sum, query: RawBuilder<unknown>): Promise<Sum> {
  const [row] = await read(scope, query);
  return {
    entries: sum.entries + wholeNumber(row?.entries),
    amount: sum.amount + wholeNumber(row?.cny) * nanoPerCny + wholeNumber(row?.nano),
    times: sum.times + wholeNumber(row?.times),
  };
}

/** Sums the rows of an index, from end to end in ranges of IDs. */
async function sumByIndex(scope: AuditScope, ids: (after: string) => RawBuilder<unknown>, piece: Piece): Promise<Sum> {
  let sum = nothing;
  for (let after = ''; after !== lastId;) {
    const rows = await read(scope, ids(after));
    const upTo = rows.length < idsPerRead ? lastId : String(rows.at(-1)?.id);
    sum = await addUp(scope, sum, piece(after, upTo));
    after = upTo;
  }
  return sum;
}

/** Sums the rows of a table in primary-key order; empty ranges are skipped. */
async function sumByTable(
  scope: AuditScope,
  step: bigint,
  next: (from: bigint) => RawBuilder<unknown>,
  piece: (from: bigint, upTo: bigint) => RawBuilder<unknown>,
): Promise<Sum> {
  let sum = nothing;
  for (let from = -keyMax; from < keyMax;) {
    const [row] = await read(scope, next(from));
    const lowest = row?.first ?? null;
    if (lowest === null) break;
    const first = wholeNumber(lowest);
    const upTo = first < keyMax - step ? first + step : keyMax;
    sum = await addUp(scope, sum, piece(first, upTo));
    from = upTo + 1n;
  }
  return sum;
}

function compare(scope: AuditScope, what: string, index: Sum, table: Sum): void {
  const amount = index.amount - table.amount;
  const entries = index.entries - table.entries;
  if (amount === 0n && entries === 0n && index.times === table.times) return;
  const detail = `${String(entries)} entries and ${String(amount)} nano-CNY more than there are, or finds them at other times`;
  scope.sheet.find('damage', `the database file is damaged: ${what} finds ${detail}`, amount);
}

const accounts = (after: string) => sql`select id from accounts where id > ${after} order by id limit ${idsPerRead}`;
const keys = (after: string) => sql`select id from keys where id > ${after} order by id limit ${idsPerRead}`;

const subAccounts = (after: string) => sql`select id from sub_accounts where id > ${after} order by id limit ${idsPerRead}`;

async function checkUsageIndexes(scope: AuditScope): Promise<void> {
  const table = await sumByTable(
    scope,
    hoursPerRead,
    (from) => sql`select min(hour_start) as first from usage_hours where hour_start >= ${from}`,
    (from, upTo) => sql`select count(*) as entries, ${charges}, sum(hour_start / 1000 + day) as times from usage_hours
      where hour_start >= ${from} and hour_start <= ${upTo}`,
  );
  const byAccount = await sumByIndex(
    scope,
    accounts,
    (after, upTo) => sql`select count(*) as entries, ${charges}, sum(hour_start / 1000 + day) as times
      from usage_hours indexed by usage_hours_by_account_hour where account_id > ${after} and account_id <= ${upTo}`,
  );
  compare(scope, 'the index of usage by account', byAccount, table);
  const byKey = await sumByIndex(
    scope,
    keys,
    (after, upTo) => sql`select count(*) as entries, ${charges}, sum(hour_start / 1000 + day) as times
      from usage_hours indexed by usage_hours_by_key_day where key_id > ${after} and key_id <= ${upTo}`,
  );
  compare(scope, 'the index of usage by key', byKey, table);
  await checkSubAccountIndex(scope);
}

/** This index contains only the rows of sub-accounts. */
async function checkSubAccountIndex(scope: AuditScope): Promise<void> {
  const table = await sumByTable(
    scope,
    hoursPerRead,
    (from) => sql`select min(hour_start) as first from usage_hours where hour_start >= ${from}`,
    (from, upTo) => sql`select count(*) as entries, ${charges}, sum(hour_start / 1000 + day) as times from usage_hours
      where hour_start >= ${from} and hour_start <= ${upTo} and sub_account_id <> ''`,
  );
  const bySubAccount = await sumByIndex(
    scope,
    subAccounts,
    (after, upTo) => sql`select count(*) as entries, ${charges}, sum(hour_start / 1000 + day) as times
      from usage_hours indexed by usage_hours_by_sub_account_day
      where sub_account_id <> '' and sub_account_id > ${after} and sub_account_id <= ${upTo}`,
  );
  compare(scope, 'the index of usage by sub-account', bySubAccount, table);
}

async function checkLedgerIndex(scope: AuditScope): Promise<void> {
  const table = await sumByTable(
    scope,
    entriesPerRead,
    (from) => sql`select min(seq) as first from ledger_entries where seq >= ${from}`,
    (from, upTo) => sql`select count(*) as entries, ${amounts}, sum(seq) as times from ledger_entries
      where seq >= ${from} and seq <= ${upTo}`,
  );
  const byAccount = await sumByIndex(
    scope,
    accounts,
    (after, upTo) => sql`select count(*) as entries, ${amounts}, sum(seq) as times
      from ledger_entries indexed by ledger_by_account where account_id > ${after} and account_id <= ${upTo}`,
  );
  compare(scope, 'the index of the ledger by account', byAccount, table);
}

async function checkPaidIndex(scope: AuditScope): Promise<void> {
  const table = await sumByTable(
    scope,
    entriesPerRead,
    (from) => sql`select min(seq) as first from ledger_entries where seq >= ${from}`,
    (from, upTo) => sql`select count(*) as entries, ${amounts}, sum(seq) as times from ledger_entries not indexed
      where seq >= ${from} and seq <= ${upTo} and bucket in ('paid', 'payout')`,
  );
  const byAccount = await sumByIndex(
    scope,
    accounts,
    (after, upTo) => sql`select count(*) as entries, ${amounts}, sum(seq) as times
      from ledger_entries indexed by ledger_paid
      where account_id > ${after} and account_id <= ${upTo} and bucket in ('paid', 'payout')`,
  );
  compare(scope, 'the index of paid money', byAccount, table);
}

/**
 * Checks that the indexes from which balances and caps are read match their tables. A flipped bit in an index hides rows from a balance and
 * from the other checks alike. Runs only for the embedded file, and only in an audit of the whole books.
 */
export async function checkIndexes(scope: AuditScope): Promise<void> {
  if (scope.engine.sql !== 'sqlite' || scope.sinceMs !== null) return;
  await checkUsageIndexes(scope);
  await checkLedgerIndex(scope);
  await checkPaidIndex(scope);
}
