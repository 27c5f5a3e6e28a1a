import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Closing, ClosingNews, ClosingsStore } from './closing-ports.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Engine, UnitStatement } from '../../storage/engine.ts';
import { wasCommitted } from '../../storage/was-committed.ts';
import { wholeNumber } from '../../storage/whole-number.ts';
import { changed } from '../../storage/stores/changes-store.ts';
import { erasureStatements } from './erasure-statements.ts';
import type { MailStatements } from '../../storage/stores/mail-outbox-store.ts';
import { noticeStatement } from '../../storage/stores/notice-statements.ts';

const dayMs = 86_400_000;

/** The source of mails about the closing of an account. */
const closedMailSource = (accountId: string): string => `account-closed:${accountId}`;

const orNull = (value: bigint | null): number | null => (value === null ? null : Number(value));

function closingOf(row: Selectable<Schema['account_closings']>): Closing {
  return {
    accountId: row.account_id,
    state: row.state,
    statusBefore: row.status_before,
    requestedAtMs: Number(row.requested_at),
    dueAtMs: Number(row.due_at),
    remindedAtMs: orNull(row.reminded_at),
    notifiedAtMs: orNull(row.told_at),
    closedAtMs: orNull(row.closed_at),
    settled: row.settled,
    notifiedOf: row.told_of,
  };
}

type TakeStep = (
  statements: readonly [RawBuilder<unknown>, ...RawBuilder<unknown>[]],
  news: ClosingNews,
  more?: readonly UnitStatement[],
) => Promise<boolean>;

/** Runs one transaction whose first statement checks that the step is still due. */
function stepsOf(engine: Engine, mailStatements: MailStatements): TakeStep {
  const db = compilerFor(engine.sql);
  return async ([first, ...rest], { audit, notice, mails = [] }, more = []) => {
    const statements: readonly UnitStatement[] = [
      { query: first.compile(db), mustWrite: 'closing' },
      ...rest.map((query) => ({ query: query.compile(db) })),
      ...(notice === undefined ? [] : [noticeStatement(engine, notice)]),
      ...mails.flatMap(mailStatements),
      ...more,
    ];
    return wasCommitted(engine.write(statements, audit === null ? [] : [audit]), ['closing']);
  };
}

type Reads = Pick<ClosingsStore, 'find' | 'list' | 'mailsWaiting' | 'invoicesUnderWay' | 'openOrders'>;

function reads(engine: Engine): Reads {
  const db = compilerFor(engine.sql);
  const count = async (query: RawBuilder<unknown>): Promise<number> => {
    const [row] = await engine.read('reports', query.compile(db));
    return Number(wholeNumber(row?.count));
  };

  return {
    async find(accountId) {
      const query = db.selectFrom('account_closings').selectAll().where('account_id', '=', accountId);
      const [row] = await readRows(engine, 'hot', query);
      return row === undefined ? null : closingOf(row);
    },

    async list(state, { limit, after }) {
      const [way, order] = state === 'open' ? (['>', 'asc'] as const) : (['<', 'desc'] as const);
      const query = db
        .selectFrom('account_closings')
        .selectAll()
        // Written as in the index: a bound parameter would not match it.
        .where(state === 'open' ? sql<boolean>`state <> 'closed'` : sql<boolean>`state = 'closed'`)
        .$if(after !== null, (q) =>
          q.where((eb) => eb(eb.refTuple('due_at', 'account_id'), way, eb.tuple(BigInt(after?.atMs ?? 0), after?.id ?? ''))),
        )
        .orderBy('due_at', order)
        .orderBy('account_id', order)
        .limit(limit);
      return (await readRows(engine, 'reports', query)).map(closingOf);
    },

    mailsWaiting: (accountId) =>
      count(sql`select count(*) as count from mail_outbox where source = ${closedMailSource(accountId)} and state = 'waiting'`),

    invoicesUnderWay: (accountId) =>
      count(sql`select count(*) as count from invoices where account_id = ${accountId}
        and state in ('submitted', 'under_review', 'approved', 'reversal_requested', 'reversal_confirming')`),

    async openOrders(accountId) {
      const query = sql`select id from orders where account_id = ${accountId} and state = 'open' order by id`;
      return (await engine.read('reports', query.compile(db))).map(({ id }) => String(id));
    },
  };
}

/** Stores account closures. If the engine belongs to a job, writes run under its lease. */
export function createClosingsStore(engine: Engine, mailStatements: MailStatements): ClosingsStore {
  const step = stepsOf(engine, mailStatements);
  const read = reads(engine);
  return {
    ...read,
    begin({ accountId, statusBefore, requestedAtMs, dueAtMs }, news) {
      // Conflict: the transaction fails, and `begin` returns `false`.
      const insert = sql`insert into account_closings (account_id, state, status_before, requested_at, due_at)
        values (${accountId}, 'closing', ${statusBefore}, ${BigInt(requestedAtMs)}, ${BigInt(dueAtMs)}) on conflict do nothing`;
      const off = sql`update accounts set status = 'disabled', closes_at = ${BigInt(dueAtMs)} where id = ${accountId}`;
      return step([insert, off], news, changed(engine, 'account', accountId));
    },

    async takeBack(accountId, news) {
      const closing = await read.find(accountId);
      if (closing === null) return false;
      const remove = sql`delete from account_closings where account_id = ${accountId} and state = 'closing'`;
      const on = sql`update accounts set status = ${closing.statusBefore}, closes_at = null where id = ${accountId}`;
      return step([remove, on], news, changed(engine, 'account', accountId));
    },

    staysDisabled: (accountId, { reason, atMs }, news) =>
      step(
        [
          sql`update account_closings set status_before = 'disabled'
            where account_id = ${accountId} and state = 'closing' and status_before <> 'disabled'`,
          sql`update accounts set frozen_reason = ${reason}, frozen_at = ${BigInt(atMs)} where id = ${accountId}`,
        ],
        news,
      ),

    remind: (accountId, atMs, news) =>
      step(
        [
          sql`update account_closings set reminded_at = ${BigInt(atMs)}
            where account_id = ${accountId} and state = 'closing' and reminded_at is null`,
        ],
        news,
      ),

    hasten(accountId, dueAtMs, news) {
      const due = BigInt(dueAtMs);
      const sooner = sql`update account_closings set due_at = ${due} where account_id = ${accountId} and state = 'closing'`;
      const of = sql`update accounts set closes_at = ${due} where id = ${accountId}`;
      return step([sooner, of], news, changed(engine, 'account', accountId));
    },

    settle: (accountId, why, news) =>
      step(
        [sql`update account_closings set settled = ${why} where account_id = ${accountId} and state in ('closing', 'paying')`],
        news,
      ),

    markNotified: (accountId, trouble, atMs) =>
      step(
        [
          sql`update account_closings set told_of = ${trouble}, told_of_at = ${BigInt(atMs)} where account_id = ${accountId}
            and state = 'paying' and (told_of is null or told_of <> ${trouble} or told_of_at <= ${BigInt(atMs - dayMs)})`,
        ],
        { audit: null },
      ),

    move({ accountId, from, to, atMs }, news) {
      const at = BigInt(atMs);
      const stamp = { telling: sql`, told_at = ${at}`, closed: sql`, closed_at = ${at}` }[to as string] ?? sql``;
      const gone = to === 'closed' ? [sql`delete from members where account_id = ${accountId}`] : [];
      return step(
        [sql`update account_closings set state = ${to} ${stamp} where account_id = ${accountId} and state = ${from}`, ...gone],
        news,
      );
    },

    async erase(erasure) {
      const { accountId } = erasure;
      const begin = sql`update account_closings set state = 'forgetting' where account_id = ${accountId} and state = 'erasing'`;
      return step([begin], { audit: null }, [
        ...(await erasureStatements(engine, erasure)),
        ...changed(engine, 'account', accountId),
      ]);
    },
  };
}
