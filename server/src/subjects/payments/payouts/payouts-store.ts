import { sql, type RawBuilder } from 'kysely';
import { nanoOfFen } from '../../../domain/payments/payment-order.ts';
import { refundQueue, type Payout, type PayoutPart, type PayoutStep } from '../../../domain/payments/payout.ts';
import type { NextQuestion, PayoutLeaving, PayoutNews, PayoutsStore } from './payout-ports.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Engine, UnitStatement } from '../../../storage/engine.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';
import { payableOutClosed } from '../../ledger/closed-money-statements.ts';
import { noticeStatement } from '../../../storage/stores/notice-statements.ts';
import { onceStatements } from '../../../storage/stores/once-store.ts';
import { creditedStatements, orderTools } from '../orders/order-payments-store.ts';
import { methodNameOf } from '../orders/order-rows.ts';
import { partOf, payoutOf, payoutStepOf } from './payout-rows.ts';
import { queued } from '../../../storage/stores/queue-items-store.ts';
import { wasCommitted } from '../../../storage/was-committed.ts';

const atOnce: NextQuestion = { afterMs: 0, asked: 0 };

type Reads = 'find' | 'findPart' | 'partBy' | 'list' | 'waiting' | 'refundable' | 'returned';

/** Stores payouts and their progress. */
export function createPayoutsStore(engine: Engine, clock: Pick<Clock, 'nowMs'>): PayoutsStore {
  return { ...reads(engine), ...writes(engine, clock) };
}

/** Amount of the payment `p` that was refunded or is being refunded. */
const goneBack = sql`coalesce((select cast(sum(back.amount_fen) as bigint) from payout_parts back
  where back.paid_by = p.method and back.external_id = p.external_id and back.state <> 'dropped'), 0)`;

function reads(engine: Engine): Pick<PayoutsStore, Reads> {
  const { read } = orderTools(engine);
  return {
    async find(id) {
      const [row] = await read('hot', sql`select * from payouts where id = ${id}`);
      if (row === undefined) return null;
      const [parts, steps] = await Promise.all([
        read('hot', sql`select * from payout_parts where payout_id = ${id} order by position`),
        read('hot', sql`select * from payout_steps where payout_id = ${id} order by position`),
      ]);
      return { payout: payoutOf(row), parts: parts.map(partOf), steps: steps.map(payoutStepOf) };
    },

    async findPart(id) {
      const [row] = await read('hot', sql`select * from payout_parts where id = ${id}`);
      return row === undefined ? null : partOf(row);
    },

    async partBy(method, reference) {
      const query = sql`select * from payout_parts where method = ${method} and reference = ${reference} and by_hand = 1`;
      const [row] = await read('hot', query);
      return row === undefined ? null : partOf(row);
    },

    async list({ accountId, orderId, state, isOpen = false }, { limit, after }) {
      const conditions = [
        sql`true`,
        ...(accountId === undefined ? [] : [sql`o.account_id = ${accountId}`]),
        ...(orderId === undefined ? [] : [sql`o.id in (select payout_id from payout_parts where order_id = ${orderId})`]),
        ...(state === undefined ? [] : [sql`o.state = ${state}`]),
        // The states are literals as in the index: bound parameters would not match it.
        ...(isOpen ? [sql`o.state in ('requested', 'approved', 'sent')`] : []),
        ...(after === null ? [] : [sql`(o.created_at, o.id) < (${BigInt(after.atMs)}, ${after.id})`]),
      ];
      const query = sql`select o.*, (select count(*) from payout_parts part where part.payout_id = o.id and part.state = 'failed') as refused,
          (select count(*) from payout_parts part where part.payout_id = o.id and part.state = 'waiting' and part.by_hand = 1) as to_pay
        from payouts o where ${sql.join(conditions, sql` and `)} order by o.created_at desc, o.id desc limit ${BigInt(limit)}`;
      return (await read('reports', query)).map((row) => ({
        payout: payoutOf(row),
        isTroubled: wholeNumber(row.refused) > 0n,
        isToPay: wholeNumber(row.to_pay) > 0n,
      }));
    },

    async waiting(accountId) {
      const [row] = await read('hot', sql`select id from payouts where account_id = ${accountId} and state = 'requested'`);
      return row === undefined ? null : String(row.id);
    },

    async refundable(accountId, sinceMs, limit) {
      const query = sql`select * from (
          select p.method, p.external_id, p.order_id, p.received_at, p.amount_fen - ${goneBack} as left_fen
          from orders o join order_payments p on p.order_id = o.id
          where o.account_id = ${accountId} and p.state = 'credited' and p.received_at >= ${BigInt(sinceMs)}
        ) payments where left_fen > 0 order by received_at desc, external_id limit ${BigInt(limit)}`;
      return (await read('hot', query)).map((row) => ({
        method: methodNameOf(row.method),
        externalId: String(row.external_id),
        orderId: String(row.order_id),
        leftFen: wholeNumber(row.left_fen),
      }));
    },

    async returned(method, externalId) {
      const query = sql`select ${goneBack} as gone from order_payments p where p.method = ${method} and p.external_id = ${externalId}`;
      const [row] = await read('hot', query);
      return wholeNumber(row?.gone ?? 0n);
    },
  };
}

/** The statements of payout transactions. */
function statementsOf(engine: Engine, clock: Pick<Clock, 'nowMs'>) {
  const { statement } = orderTools(engine);

  /** Locks the account: a credit, invoice or payout of it waits until this transaction is committed. */
  const held = (accountId: string): UnitStatement =>
    statement(sql`update accounts set credits_revision = credits_revision where id = ${accountId}`, 'account');

  const step = (id: string, position: number, { state, atMs, actor, note }: PayoutStep): UnitStatement =>
    statement(sql`insert into payout_steps (payout_id, position, state, at, actor, note)
      values (${id}, ${BigInt(position)}, ${state}, ${BigInt(atMs)}, ${actor}, ${note})`);

  // Conflict: the transaction fails, and the caller returns `false`.
  const made = (payout: Payout, ledgerId: string | null, condition: RawBuilder<unknown>): UnitStatement =>
    statement(
      sql`insert into payouts (id, account_id, kind, state, revision, requested_fen, amount_fen, given_back_fen, ledger_id, reason,
          payee, made_by, created_at)
        select cast(${payout.id} as text), a.id, cast(${payout.kind} as text), cast(${payout.state} as text),
          cast(${BigInt(payout.revision)} as bigint), cast(${payout.requestedFen} as bigint), cast(${payout.amountFen} as bigint),
          cast(${payout.givenBackFen} as bigint), cast(${ledgerId} as text), cast(${payout.reason} as text),
          cast(${payeeText(payout)} as text), cast(${payout.madeBy} as text), cast(${BigInt(payout.createdAtMs)} as bigint)
        from accounts a where a.id = ${payout.accountId} and ${condition} on conflict do nothing`,
      'payout',
    );

  const changed = (payout: Payout, ledgerId: string | null, condition: RawBuilder<unknown>): UnitStatement =>
    statement(
      sql`update payouts set state = ${payout.state}, amount_fen = ${payout.amountFen}, given_back_fen = ${payout.givenBackFen},
          payee = ${payeeText(payout)}, ledger_id = coalesce(ledger_id, cast(${ledgerId} as text)), revision = ${BigInt(payout.revision + 1)}
        where id = ${payout.id} and revision = ${BigInt(payout.revision)} and ${condition}`,
      'payout',
    );

  /** Stores a part if its payment has enough left. */
  const part = (one: PayoutPart, position: RawBuilder<unknown>): UnitStatement => {
    const { payment } = one;
    const source =
      payment === null
        ? sql`payouts o where o.id = ${one.payoutId}`
        : sql`payouts o, order_payments p where o.id = ${one.payoutId} and p.method = ${payment.method}
            and p.external_id = ${payment.externalId} and p.amount_fen - ${goneBack} >= cast(${one.amountFen} as bigint)`;
    return statement(
      sql`insert into payout_parts (id, payout_id, position, method, order_id, paid_by, external_id, by_hand, amount_fen, state, revision, attempt,
          reference, sent_at, done_at)
        select cast(${one.id} as text), o.id, ${position}, cast(${one.method} as text), cast(${payment?.orderId ?? null} as text),
          cast(${payment?.method ?? null} as text), cast(${payment?.externalId ?? null} as text), cast(${one.byHand ? 1n : 0n} as bigint), cast(${one.amountFen} as bigint),
          cast(${one.state} as text), cast(${BigInt(one.revision)} as bigint), cast(${BigInt(one.attempt)} as bigint),
          cast(${one.reference} as text), cast(${whenOrNull(one.sentAtMs)} as bigint), cast(${whenOrNull(one.doneAtMs)} as bigint)
        from ${source}`,
      'part',
    );
  };

  /** Equal queue entries lead to a single query. */
  const asked = ({ id, attempt, revision }: PayoutPart, { asked: times, afterMs }: NextQuestion): UnitStatement =>
    queued(engine, clock, {
      queue: refundQueue,
      payload: { id, attempt, asked: times },
      afterMs,
      dedupeKey: [id, attempt, revision, times].join(':'),
    });

  const told = ({ notice }: PayoutNews): readonly UnitStatement[] => (notice === null ? [] : [noticeStatement(engine, notice)]);

  const parts = (all: readonly PayoutPart[]): readonly UnitStatement[] =>
    all.flatMap((one, at) => [part(one, sql`cast(${BigInt(at)} as bigint)`), ...(one.byHand ? [] : [asked(one, atOnce)])]);

  return { statement, held, step, made, changed, part, parts, asked, told };
}

function payeeText({ payee }: Payout): string | null {
  return payee === null ? null : JSON.stringify(payee);
}

function writes(engine: Engine, clock: Pick<Clock, 'nowMs'>): Omit<PayoutsStore, Reads> {
  const { statement, held, step, made, changed, part, parts, asked, told } = statementsOf(engine, clock);
  const always = sql`1 = 1`;

  function leaving(
    { payout, steps, parts: ways, debit, hasLeft = false }: PayoutLeaving,
    news: PayoutNews,
  ): readonly UnitStatement[] {
    const isThere =
      debit === null || hasLeft
        ? always
        : sql`cast(${nanoOfFen(payout.amountFen)} as bigint) <= ${payableOutClosed(payout.accountId)}`;
    const ledgerId = debit?.id ?? null;
    const isNew = payout.kind === 'refund';
    const whole = isNew ? made(payout, ledgerId, isThere) : changed(payout, ledgerId, sql`state = 'requested' and ${isThere}`);
    return [
      whole,
      ...steps.map((one, at) => step(payout.id, isNew ? at : 1 + at, one)),
      ...parts(ways),
      ...told(news),
      ...creditedStatements(engine, debit),
    ];
  }

  return {
    request(payout, first, { mark, ...news }) {
      const unit = [...onceStatements(engine, mark), made(payout, null, always), step(payout.id, 0, first), ...told(news)];
      return wasCommitted(engine.write(unit, [news.audit]));
    },

    leave: (all, news) => wasCommitted(engine.write([held(all.payout.accountId), ...leaving(all, news)], [news.audit])),

    leaveUncredited({ method, externalId, orderId }, all, news) {
      const decided = sql`update order_payments set state = 'returned' where method = ${method} and external_id = ${externalId}
        and state in ('surplus', 'mismatch')`;
      const order = sql`update orders set state = 'closed' where id = ${orderId} and state = 'mismatch'`;
      const unit = [held(all.payout.accountId), statement(decided, 'payment'), statement(order), ...leaving(all, news)];
      return wasCommitted(engine.write(unit, [news.audit]));
    },

    end(payout, last, news) {
      const unit = [changed(payout, null, sql`state = 'requested'`), step(payout.id, 1, last), ...told(news)];
      return wasCommitted(engine.write(unit, [news.audit]));
    },

    movePart({ part: one, payout, step: last, instead, givenBack, ask }, news) {
      const moved = sql`update payout_parts set state = ${one.state}, attempt = ${BigInt(one.attempt)}, by_hand = ${one.byHand ? 1n : 0n},
          reference = ${one.reference}, fault = ${one.fault}, sent_at = ${whenOrNull(one.sentAtMs)}, done_at = ${whenOrNull(one.doneAtMs)},
          revision = ${BigInt(one.revision + 1)}
        where id = ${one.id} and revision = ${BigInt(one.revision)} and (cast(${one.reference} as text) is null or by_hand = 0
          or not exists (select 1 from payout_parts used where used.method = ${one.method} and used.reference = ${one.reference}
            and used.by_hand = 1 and used.id <> ${one.id}))`;
      const next = sql`(select count(*) from payout_parts own where own.payout_id = o.id)`;
      const nextStep = sql`insert into payout_steps (payout_id, position, state, at, actor, note)
        select cast(${payout.id} as text), count(*), cast(${last?.state ?? ''} as text), cast(${BigInt(last?.atMs ?? 0)} as bigint),
          cast(${last?.actor ?? ''} as text), cast(${last?.note ?? null} as text) from payout_steps where payout_id = ${payout.id}`;
      const unit = [
        held(payout.accountId),
        statement(moved, 'part'),
        changed(payout, null, always),
        ...(last === null ? [] : [statement(nextStep)]),
        ...instead.flatMap((other) => [part(other, next), ...(other.byHand ? [] : [asked(other, atOnce)])]),
        ...(ask === null ? [] : [asked({ ...one, revision: one.revision + 1 }, ask)]),
        ...told(news),
        ...creditedStatements(engine, givenBack),
      ];
      return wasCommitted(engine.write(unit, [news.audit]));
    },

    asking({ id, revision }) {
      const query = sql`update payout_parts set state = 'asked', revision = ${BigInt(revision + 1)}
        where id = ${id} and revision = ${BigInt(revision)} and state in ('waiting', 'asked')`;
      return wasCommitted(engine.write([statement(query, 'part')], []));
    },

    async askAgain(one, next) {
      await engine.write([asked(one, next)], []);
    },
  };
}

function whenOrNull(ms: number | null): bigint | null {
  return ms === null ? null : BigInt(ms);
}
