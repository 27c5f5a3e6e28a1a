import { sql, type RawBuilder } from 'kysely';
import { orderQuestionsMs, orderQueue } from '../../../domain/payments/order-queue.ts';
import type { OrdersStore } from '../payment-ports.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Engine } from '../../../storage/engine.ts';
import { wasCommitted } from '../../../storage/was-committed.ts';
import { contains } from '../../../storage/stores/contains.ts';
import { onceStatements } from '../../../storage/stores/once-store.ts';
import { createOrderPayments, orderStatement, orderTools } from './order-payments-store.ts';
import { confirmationOf, orderOf } from './order-rows.ts';
import { queued } from '../../../storage/stores/queue-items-store.ts';

/** The columns of an order with its refunded amount. */
const orderColumns = sql`o.*,
  coalesce((select cast(sum(amount_fen) as bigint) from payout_parts where order_id = o.id and state = 'done'), 0) as refunded_fen,
  coalesce((select cast(sum(amount_fen) as bigint) from payout_parts
    where order_id = o.id and state not in ('done', 'dropped')), 0) as refunding_fen`;

function isSought(text: string): RawBuilder<boolean> {
  return sql`(${contains(sql.ref('o.id'), text)} or ${contains(sql.ref('o.remark'), text)}
    or exists (select 1 from order_payments p where p.order_id = o.id and p.external_id = ${text}))`;
}

type PaymentsPart = 'payments' | 'findPayment' | 'undecided' | 'receive' | 'decide';
type BankPart = 'findConfirmation' | 'confirmFirst' | 'removeConfirmation';

/** Stores orders and their payments. */
export function createOrdersStore(engine: Engine, clock: Pick<Clock, 'nowMs'>): OrdersStore {
  return { ...ordersPart(engine, clock), ...createOrderPayments(engine, clock), ...bankPart(engine) };
}

function ordersPart(engine: Engine, clock: Pick<Clock, 'nowMs'>): Omit<OrdersStore, PaymentsPart | BankPart> {
  const { read, statement } = orderTools(engine);
  return {
    async find(id) {
      const [row] = await read('hot', sql`select ${orderColumns} from orders o where o.id = ${id}`);
      return row === undefined ? null : orderOf(row);
    },

    async list({ accountId, state, method, search }, { limit, after }) {
      const conditions = [
        sql`true`,
        ...(accountId === undefined ? [] : [sql`o.account_id = ${accountId}`]),
        ...(state === undefined ? [] : [sql`o.state = ${state}`]),
        ...(method === undefined ? [] : [sql`o.method = ${method}`]),
        ...(search === undefined ? [] : [isSought(search)]),
        ...(after === null ? [] : [sql`(o.created_at, o.id) < (${BigInt(after.atMs)}, ${after.id})`]),
      ];
      const query = sql`select ${orderColumns} from orders o where ${sql.join(conditions, sql` and `)}
        order by o.created_at desc, o.id desc limit ${BigInt(limit)}`;
      return (await read('reports', query)).map(orderOf);
    },

    async create(order, mark, audit) {
      const insert = sql`insert into orders
          (id, account_id, method, purpose, state, amount_fen, remark, step, made_by, created_at, expires_at)
        values (${order.id}, ${order.accountId}, ${order.method}, ${order.purpose}, ${order.state}, ${order.amountFen}, ${order.remark},
          ${order.step === null ? null : JSON.stringify(order.step)}, ${order.madeBy}, ${BigInt(order.createdAtMs)},
          ${BigInt(order.expiresAtMs)})`;
      const lifeMs = order.expiresAtMs - order.createdAtMs;
      const questions = [...orderQuestionsMs.filter((afterMs) => order.method !== 'bank' && afterMs < lifeMs), lifeMs];
      const asked = questions.map((afterMs) =>
        queued(engine, clock, { queue: orderQueue, payload: { id: order.id, isLast: afterMs === lifeMs }, afterMs }),
      );
      await engine.write([...onceStatements(engine, mark), statement(insert), ...asked], [audit]);
    },

    async prepared(id, step, mark) {
      const note = sql`update orders set step = ${JSON.stringify(step)} where id = ${id}`;
      const answered =
        mark === null
          ? []
          : [sql`update once_marks set answer = ${mark.answer.body} where account_id = ${mark.accountId} and name = ${mark.key}`];
      await engine.write(
        [note, ...answered].map((query) => statement(query)),
        [],
      );
    },

    async close(id, atMs, audit) {
      const query = sql`update orders set state = 'closed', closed_at = ${BigInt(atMs)} where id = ${id} and state = 'open'`;
      return wasCommitted(engine.write([statement(query, orderStatement)], [audit]));
    },
  };
}

/** Stores transfers confirmed by one operator. */
function bankPart(engine: Engine): Pick<OrdersStore, BankPart> {
  const { read, statement } = orderTools(engine);
  return {
    async findConfirmation(orderId) {
      const [row] = await read('hot', sql`select * from bank_confirmations where order_id = ${orderId}`);
      return row === undefined ? null : confirmationOf(row);
    },

    async confirmFirst({ orderId, bankReference, amountFen, payer, payerReason, operator, atMs }, audit) {
      // Conflict: the transaction fails, and `confirmFirst` returns `false`.
      const query = sql`insert into bank_confirmations (order_id, bank_reference, amount_fen, payer, payer_reason, operator, created_at)
        values (${orderId}, ${bankReference}, ${amountFen}, ${payer}, ${payerReason}, ${operator}, ${BigInt(atMs)}) on conflict do nothing`;
      return wasCommitted(engine.write([statement(query, orderStatement)], [audit]));
    },

    async removeConfirmation(orderId, audit) {
      await engine.write([statement(sql`delete from bank_confirmations where order_id = ${orderId}`)], [audit]);
    },
  };
}
