import { formatAmount } from '@tollgate/contract/money';
import type { PaymentMethod, ExternalReversal } from '../../../domain/payments/payment-method.ts';
import { nanoOfFen, type PaymentRecord, type ReceivedPayment, type Reversal } from '../../../domain/payments/payment-order.ts';
import type { Payout, PayoutPart, PayoutStep } from '../../../domain/payments/payout.ts';
import { balanceNow } from '../../ledger/balance-now.ts';
import { stopAutoTopUp } from '../cards/auto-top-ups.ts';
import type { ControlContext } from '../../../control/control-context.ts';
import { moneyIntoForce } from '../../ledger/money-into-force.ts';
import { debitOf, newPart } from './payout-approval.ts';
import { payoutNews } from './payout-news.ts';
import type { Principal } from '../../../control/principal.ts';

type GoneBackOf = readonly Reversal[] | 'unknown';

/** Notifies operators of a refund that is not, or only partly, recorded in the books. */
function alarmOperators({ payments }: ControlContext, { method, orderId, externalId }: ReceivedPayment, fault: string): void {
  const params = { method, order: orderId, fault };
  payments.logger.error(
    { ...params, payment: externalId },
    'a payment was refunded at the payment service, but the refund is not booked',
  );
  payments.alarms.raise({ kind: 'payment_reversed', subject: externalId, params });
}

/** The recorded state of money that left without a request by this service; `sent` if it may come back. */
type BookedAs = Extract<PayoutPart['state'], 'sent' | 'done'>;

/**
 * Records the refund of a credited payment that this service did not request, once per reference. The amount is deducted even if it is
 * spent, because it has left the merchant. Call it inside the change queue.
 */
export async function bookReversal(
  context: ControlContext,
  principal: Principal,
  payment: PaymentRecord,
  { reference, amountFen: reportedFen, as }: Reversal & { readonly as: BookedAs },
): Promise<void> {
  const { stores, clock, ids } = context;
  const { method, externalId, orderId } = payment;
  const accountId = (await stores.orders.find(orderId))?.accountId ?? null;
  // A payment that tested a method belongs to no account.
  if (accountId === null || (await stores.payouts.partBy(method, reference)) !== null) return;
  const leftFen = payment.amountFen - (await stores.payouts.returned(method, externalId));
  const amountFen = reportedFen < leftFen ? reportedFen : leftFen;
  if (amountFen < reportedFen) {
    const beyond = formatAmount(nanoOfFen(reportedFen - amountFen), 2);
    alarmOperators(context, payment, `${reference} exceeds the rest of the payment by ${beyond} CNY`);
  }
  if (amountFen <= 0n) return;
  const atMs = clock.nowMs();
  const payout: Payout = {
    id: ids.named('ret'),
    accountId,
    kind: 'refund',
    state: as === 'done' ? 'confirmed' : 'sent',
    revision: 0,
    requestedFen: amountFen,
    amountFen,
    givenBackFen: 0n,
    isBooked: true,
    reason: null,
    payee: null,
    madeBy: principal.name,
    createdAtMs: atMs,
  };
  const step: PayoutStep = { state: payout.state, atMs, actor: principal.name, note: null };
  const way = { method, payment: { method, externalId, orderId }, byHand: true, amountFen };
  const part: PayoutPart = {
    ...newPart(context, payout.id, way),
    state: as,
    reference,
    sentAtMs: atMs,
    doneAtMs: as === 'done' ? atMs : null,
  };
  const after = { order: orderId, payment: externalId, reference };
  const news = payoutNews(context, principal, payout, { action: 'reversal', step, part, after, isReported: as === 'done' });
  // Prevents the automatic top-up from charging refunded money again at once.
  await stopAutoTopUp(context, principal, accountId, 'money_returned');
  const leaving = { payout, steps: [step], parts: [part], debit: debitOf(payout, principal.name, atMs), hasLeft: true };
  if (!(await stores.payouts.leave(leaving, news)))
    throw new Error('a payment changed while what has gone back of it was booked');
  await moneyIntoForce(context, accountId, false);
  const { available } = await balanceNow(context, principal, accountId);
  if (available < 0n)
    alarmOperators(context, payment, `${reference} is booked, but the money was already spent: the balance is below zero`);
}

/** Records refunds of a credited payment. Call it inside the change queue. */
export async function bookReversals(
  context: ControlContext,
  principal: Principal,
  payment: PaymentRecord,
  goneBack: GoneBackOf,
): Promise<void> {
  if (payment.state === 'returned') return;
  if (goneBack === 'unknown') alarmOperators(context, payment, 'the service does not report the amount');
  else if (payment.state !== 'credited') {
    if (goneBack.length > 0) alarmOperators(context, payment, 'the payment is waiting for a decision; nothing was credited');
  } else for (const one of goneBack) await bookReversal(context, principal, payment, { ...one, as: 'done' });
}

/** Queries a payment service for refunds that this service did not request. @throws {PaymentServiceError} */
async function reversalsOf(method: PaymentMethod, payment: ReceivedPayment, refund: string | null): Promise<GoneBackOf> {
  return (await method.reversals?.(payment, refund)) ?? 'unknown';
}

/**
 * Records that part of a payment was refunded outside this service. Returns a payment that was not reported before and must be recorded, or
 * `null`.
 * @throws {PaymentServiceError} so that it is reported again
 */
export async function recordReversal(
  context: ControlContext,
  principal: Principal,
  method: PaymentMethod,
  { externalId, orderId, refund }: ExternalReversal,
): Promise<ReceivedPayment | null> {
  const { orders } = context.stores;
  const known = await orders.findPayment(method.name, externalId);
  if (known !== null) {
    const goneBack = await reversalsOf(method, known, refund);
    await context.changeQueue.run(() => bookReversals(context, principal, known, goneBack));
    return null;
  }
  const order = orderId === null ? null : await orders.find(orderId);
  if (order?.method !== method.name) return null;
  const standing = await method.query(order);
  if (standing.kind !== 'paid') return null;
  const { payment } = standing;
  return payment.goneBack === undefined ? { ...payment, goneBack: await reversalsOf(method, payment, refund) } : payment;
}

/** Records refunds of an order's payments that happened before the payments were known. @throws {PaymentServiceError} to be retried. */
export async function bookReversalsOf(
  context: ControlContext,
  principal: Principal,
  method: PaymentMethod,
  orderId: string,
): Promise<void> {
  for (const payment of await context.stores.orders.payments(orderId)) {
    const goneBack = await reversalsOf(method, payment, null);
    await context.changeQueue.run(() => bookReversals(context, principal, payment, goneBack));
  }
}
