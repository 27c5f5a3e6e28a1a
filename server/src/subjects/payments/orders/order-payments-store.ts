import { sql, type RawBuilder } from 'kysely';
import { orderQueue } from '../../../domain/payments/order-queue.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { AuditEntry } from '../../../domain/books/audit-entry.ts';
import type { CreditDraft } from '../../../domain/books/ledger.ts';
import type { PaymentRecord } from '../../../domain/payments/payment-order.ts';
import type { OrdersStore } from '../payment-ports.ts';
import { compilerFor } from '../../../storage/compiler.ts';
import { UnitConflict, type Engine, type UnitStatement } from '../../../storage/engine.ts';
import { changed } from '../../../storage/stores/changes-store.ts';
import { creditStatements, ledgerEntryStatement } from '../../ledger/credit-statements.ts';
import { noticeStatement } from '../../../storage/stores/notice-statements.ts';
import { paymentOf } from './order-rows.ts';
import { queued } from '../../../storage/stores/queue-items-store.ts';

type Sql = RawBuilder<unknown>;

/** Name of the statement that fails if the order has changed. */
export const orderStatement = 'order';
const paymentStatement = 'payment of an order';

/** Helpers to compile and read for one engine. */
export function orderTools(engine: Engine) {
  const db = compilerFor(engine.sql);
  const read = (lane: 'hot' | 'reports', query: Sql) => engine.read(lane, query.compile(db));
  const statement = (query: Sql, mustWrite?: string): UnitStatement => ({
    query: query.compile(db),
    ...(mustWrite === undefined ? {} : { mustWrite }),
  });
  return { read, statement };
}

/** Enters a credit, if there is one, and notifies the other nodes. The second of the three statements moves the plan. */
export function creditedStatements(engine: Pick<Engine, 'sql'>, credit: CreditDraft | null): readonly UnitStatement[] {
  if (credit === null) return [];
  return [...creditStatements(engine, credit), ...changed(engine, 'account', credit.accountId)];
}

/**
 * Writes a transaction with a credit at index `creditAt`; `null` if one of the named statements found nothing to write.
 * @returns whether the credit moved the account out of the free trial.
 */
export async function writeCredited(
  engine: Engine,
  {
    unit,
    creditAt,
    credit,
  }: { readonly unit: readonly UnitStatement[]; readonly creditAt: number; readonly credit: CreditDraft | null },
  audit: AuditEntry,
  names: readonly string[],
): Promise<{ readonly planMoved: boolean } | null> {
  try {
    const written = await engine.write(unit, [audit]);
    return { planMoved: credit?.bucket === 'paid' && (written[creditAt + 1] ?? 0) > 0 };
  } catch (error) {
    if (error instanceof UnitConflict && [...names, ledgerEntryStatement].includes(error.statement)) return null;
    throw error;
  }
}

/** The card works, so earlier refusals no longer count. */
const paidByItself = (accountId: string): Sql => sql`update auto_top_ups set refusals = 0, fault = null, retry_at = 0,
  revision = revision + 1 where account_id = ${accountId}`;

/** Stores payments for orders, with their effects. */
export function createOrderPayments(
  engine: Engine,
  clock: Pick<Clock, 'nowMs'>,
): Pick<OrdersStore, 'payments' | 'findPayment' | 'undecided' | 'receive' | 'decide'> {
  const { read, statement } = orderTools(engine);

  function receiptOf({ method, externalId, orderId, ...payment }: PaymentRecord): UnitStatement {
    // Conflict: the transaction fails, and the payment counts as known.
    const query = sql`insert into order_payments (method, external_id, order_id, amount_fen, currency, payer, state, received_at)
      values (${method}, ${externalId}, ${orderId}, ${payment.amountFen}, ${payment.currency}, ${payment.payer}, ${payment.state},
        ${BigInt(payment.receivedAtMs)}) on conflict do nothing`;
    return statement(query, paymentStatement);
  }

  /** Updates the order as the payment requires. */
  function movedBy({ state, orderId, receivedAtMs }: PaymentRecord): readonly UnitStatement[] {
    if (state === 'credited')
      return [
        statement(
          sql`update orders set state = 'paid', paid_at = ${BigInt(receivedAtMs)} where id = ${orderId} and paid_at is null`,
          orderStatement,
        ),
      ];
    if (state === 'surplus') return [];
    return [statement(sql`update orders set state = 'mismatch' where id = ${orderId} and paid_at is null`)];
  }

  return {
    async payments(orderId) {
      const query = sql`select * from order_payments where order_id = ${orderId} order by received_at, external_id`;
      return (await read('hot', query)).map(paymentOf);
    },

    async findPayment(method, externalId) {
      const query = sql`select * from order_payments where method = ${method} and external_id = ${externalId}`;
      const [row] = await read('hot', query);
      return row === undefined ? null : paymentOf(row);
    },

    async undecided(limit) {
      // The states are literals as in the index: bound parameters would not match it.
      const query = sql`select * from order_payments where state in ('surplus', 'mismatch') order by received_at
        limit ${BigInt(limit)}`;
      return (await read('reports', query)).map(paymentOf);
    },

    receive({ payment, credit, notice }, audit) {
      const seen = sql`delete from bank_confirmations where order_id = ${payment.orderId}`;
      const unit = [
        ...[receiptOf(payment), ...movedBy(payment)],
        ...(payment.method === 'bank' ? [statement(seen)] : []),
        ...(notice === null ? [] : [statement(paidByItself(notice.accountId)), noticeStatement(engine, notice)]),
      ];
      // Earlier refunds are recorded next; if the process dies before that, they are queried.
      const isToBook = payment.state === 'credited' && (payment.goneBack ?? []).length > 0;
      const question = { queue: orderQueue, payload: { id: payment.orderId, isLast: false, isPaid: true }, afterMs: 5000 };
      const asked = isToBook ? [queued(engine, clock, question)] : [];
      const whole = [...unit, ...creditedStatements(engine, credit), ...asked];
      return writeCredited(engine, { unit: whole, creditAt: unit.length, credit }, audit, [orderStatement, paymentStatement]);
    },

    decide({ method, externalId, orderId, state, receivedAtMs }, credit, audit) {
      const decided = sql`update order_payments set state = ${state} where method = ${method} and external_id = ${externalId}
        and state in ('surplus', 'mismatch')`;
      const isPaid = credit !== null;
      const order = isPaid
        ? sql`update orders set state = 'paid', paid_at = coalesce(paid_at, ${BigInt(receivedAtMs)}) where id = ${orderId}`
        : sql`update orders set state = 'closed' where id = ${orderId} and state = 'mismatch'`;
      const unit = [statement(decided, paymentStatement), statement(order)];
      const whole = [...unit, ...creditedStatements(engine, credit)];
      return writeCredited(engine, { unit: whole, creditAt: unit.length, credit }, audit, [paymentStatement]);
    },
  };
}
