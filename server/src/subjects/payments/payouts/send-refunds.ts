import { ApiError } from '@tollgate/contract/errors';
import type { PaymentMethodName } from '@tollgate/contract/payments/payments';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { paymentFaults } from '@tollgate/contract/payments/payment-faults';
import { PaymentServiceError, type PaymentMethod, type RefundStatus } from '../../../domain/payments/payment-method.ts';
import type { ReceivedPayment } from '../../../domain/payments/payment-order.ts';
import { partIdOf, refundIdOf, refundQuestionMs, type PayoutPart } from '../../../domain/payments/payout.ts';
import type { ControlContext } from '../../../control/control-context.ts';
import { writePartChange, type PartChange } from './payout-parts.ts';
import { openedMethod } from '../payment-methods.ts';
import type { NextQuestion } from './payout-ports.ts';
import { findPayout } from './payouts.ts';
import { operator, type Principal } from '../../../control/principal.ts';
import { bookReversal } from './reversals.ts';

/** A query to a payment service about a refund, or the request to refund. */
export interface RefundQuestion {
  readonly id: string;
  readonly attempt: number;
  /** Number of earlier queries. */
  readonly asked: number;
}

function askedBy(method: PaymentMethodName): Principal {
  return operator(`payment:${method}`);
}

/** The part after a status from the payment service; `null` if nothing changes. */
function changeBy(part: PayoutPart, standing: RefundStatus, nowMs: number): PartChange | null {
  switch (standing.kind) {
    case 'done':
      if (part.state === 'done') return null;
      return {
        part: {
          ...part,
          state: 'done',
          reference: standing.reference,
          fault: null,
          sentAtMs: part.sentAtMs ?? nowMs,
          doneAtMs: nowMs,
        },
      };
    case 'pending':
      if (part.state === 'sent' || part.state === 'done') return null;
      return { part: { ...part, state: 'sent', fault: null, sentAtMs: part.sentAtMs ?? nowMs } };
    case 'failed':
      if (part.state === 'failed') return null;
      return { part: { ...part, state: 'failed', fault: standing.reason.slice(0, 300), doneAtMs: null } };
    case 'doubtful':
    case 'unknown':
      return null;
  }
}

/** After this many queries without an answer, which take weeks, an operator must check. */
const questionsMax = 150;

function alarmOfRefusal({ payments }: ControlContext, { method, payoutId }: PayoutPart, fault: string, subject = payoutId): void {
  const params = { method, payout: payoutId, fault };
  payments.logger.error(params, 'a payment service did not make a refund');
  payments.alarms.raise({ kind: 'refund_failed', subject, params });
}

/** Uses a separate subject, because the refusal may have been reported already. */
function alarmOfLateRefund(
  context: ControlContext,
  part: PayoutPart,
  refund: string,
  how: 'refunded_again' | 'refunded_late',
): void {
  alarmOfRefusal(context, part, paymentFaults.write(how, { refund }), `${part.payoutId} ${refund}`);
}

/** The refund succeeded although the money had already been returned another way. The amount returned to the balance is deducted again. */
async function recordLateRefund(context: ControlContext, part: PayoutPart, refundId: string, reference: string): Promise<void> {
  alarmOfLateRefund(context, part, refundId, 'refunded_again');
  const { payment: paid, amountFen } = part;
  const payment = paid === null ? null : await context.stores.orders.findPayment(paid.method, paid.externalId);
  if (payment?.state !== 'credited') return;
  const reversal = { reference, amountFen, as: 'done' } as const;
  await context.changeQueue.run(() => bookReversal(context, askedBy(part.method), payment, reversal));
}

/** The next query about an unfinished part; `null` if there is none. */
function nextQuestion(context: ControlContext, part: PayoutPart, standing: RefundStatus, asked: number): NextQuestion | null {
  if (standing.kind === 'done' || standing.kind === 'failed') return null;
  if (asked < questionsMax) return { afterMs: refundQuestionMs(asked), asked: asked + 1 };
  alarmOfRefusal(context, part, paymentFaults.write('refund_unknown', {}));
  return null;
}

/**
 * Processes the payment service's status of one attempt at a part, once. `asked`: number of queries; `null` if the service reported the
 * status itself.
 */
function enterStanding(
  context: ControlContext,
  { id, attempt, asked }: Pick<RefundQuestion, 'id' | 'attempt'> & { readonly asked: number | null },
  standing: RefundStatus,
): Promise<void> {
  return context.changeQueue.run(async () => {
    const part = await context.stores.payouts.findPart(id);
    if (part?.attempt !== attempt || part.byHand || part.state === 'dropped') return;
    const principal = askedBy(part.method);
    const change = changeBy(part, standing, context.clock.nowMs());
    const ask = asked === null ? null : nextQuestion(context, part, standing, asked);
    if (change === null) {
      if (ask !== null) await context.stores.payouts.askAgain(part, ask);
      return;
    }
    const record = await findPayout(context, principal, { id: part.payoutId });
    const whole = { ...change, ...(ask === null ? {} : { ask }), action: `part-${change.part.state}` };
    if (!(await writePartChange(context, principal, record, whole)))
      throw new Error('a part of a return changed while it was entered');
    if (change.part.state === 'failed') alarmOfRefusal(context, part, change.part.fault ?? '');
  });
}

/** Records that the service is asked from now on, so that it is queried first after a crash. `null` if there is nothing to ask. */
function beginAsking(context: ControlContext, { id, attempt }: RefundQuestion): Promise<PayoutPart | null> {
  return context.changeQueue.run(async () => {
    const part = await context.stores.payouts.findPart(id);
    if (part?.attempt !== attempt || part.byHand || part.payment === null) return null;
    if (part.state === 'waiting' && !(await context.stores.payouts.asking(part))) return null;
    return ['waiting', 'asked', 'sent'].includes(part.state) ? part : null;
  });
}

/** The service's status of a part. An earlier refused attempt may have succeeded after all. */
async function knownOf(method: PaymentMethod, payment: ReceivedPayment, part: PayoutPart): Promise<RefundStatus> {
  const isNew = part.state === 'waiting';
  for (let attempt = 1; attempt < part.attempt; attempt += 1) {
    const earlier = await method.queryRefund(payment, refundIdOf({ id: part.id, attempt }));
    if (earlier.kind === 'done' || earlier.kind === 'pending') return earlier;
  }
  return isNew ? { kind: 'unknown' } : method.queryRefund(payment, refundIdOf(part));
}

/** Requests a refund from the service. @throws {PaymentServiceError} if its answer is not final */
async function refunded(
  context: ControlContext,
  method: PaymentMethod,
  payment: ReceivedPayment,
  part: PayoutPart,
): Promise<RefundStatus> {
  const notifyUrl = `${context.payments.origin()}/api/callbacks/${part.method}`;
  const standing = await method.refund(payment, { refundId: refundIdOf(part), amountFen: part.amountFen, notifyUrl });
  if (standing.kind !== 'doubtful') return standing;
  // The service was asked before, and just reported that it does not know the refund.
  if (part.state !== 'waiting') return { kind: 'failed', reason: standing.reason };
  throw new PaymentServiceError(standing.reason);
}

/**
 * Has a payment service refund one part, or queries the result. The attempt number is the idempotency key of the refund; repeated attempts
 * query the service first. Repeated until it is answered. @throws to be retried.
 */
export async function sendRefund(context: ControlContext, question: RefundQuestion): Promise<string> {
  const part = await beginAsking(context, question);
  const paid = part?.payment ?? null;
  if (part === null || paid === null) return 'nothing to do';
  const payment = await context.stores.orders.findPayment(paid.method, paid.externalId);
  if (payment === null) throw new Error('the payment of a return is not there');
  const method = await openedMethod(context, part.method);
  const refundId = refundIdOf(part);
  let standing: RefundStatus;
  try {
    standing = await knownOf(method, payment, part);
    if (standing.kind === 'unknown') standing = await refunded(context, method, payment, part);
  } catch (error) {
    if (!(error instanceof PaymentServiceError)) throw error;
    context.payments.logger.warn({ refund: refundId, reason: error.message }, 'could not ask a payment service about a refund');
    const params = { method: part.method, fault: error.message };
    context.payments.alarms.raise({ kind: 'payment_service_failed', subject: `refunds ${part.method}`, params });
    throw error;
  }
  await enterStanding(context, question, standing);
  return standing.kind;
}

/**
 * The service's current status of a requested part, under any of its attempts. @throws {PaymentServiceError}; {ApiError} if the payment
 * method is not set up
 */
async function standingNow(context: ControlContext, part: PayoutPart): Promise<RefundStatus> {
  const { payment: paid } = part;
  const payment = paid === null ? null : await context.stores.orders.findPayment(paid.method, paid.externalId);
  if (payment === null) throw new Error('the payment of a return is not there');
  return knownOf(await openedMethod(context, part.method), payment, part);
}

/**
 * Queries and records the outcome of a part that its service refused. If the payment method is no longer set up, its last answer applies.
 * @throws {ApiError} 409 if the service cannot be queried now, because the refund may have succeeded.
 */
export async function queryAgain(context: ControlContext, { id, partId }: { readonly id: string; readonly partId: string }) {
  const part = await context.stores.payouts.findPart(partId);
  if (part?.payoutId !== id || part.state !== 'failed' || part.byHand || part.payment === null) return;
  let standing: RefundStatus;
  try {
    standing = await standingNow(context, part);
  } catch (error) {
    if (error instanceof ApiError) return;
    if (!(error instanceof PaymentServiceError)) throw error;
    const params = { payout: id, method: part.method, reason: error.message };
    context.payments.logger.warn(params, 'could not ask a payment service about a refund that it refused before');
    throw refusal('refund_not_confirmable_now');
  }
  await enterStanding(context, { ...part, asked: standing.kind === 'pending' ? 0 : null }, standing);
}

/** Reports can arrive late and out of order. A final state is therefore changed only by a query to the service, not by a report. */
async function enterReport(context: ControlContext, part: PayoutPart, reported: RefundStatus): Promise<void> {
  const isOver = part.state === 'done' || part.state === 'failed';
  if (!isOver || part.state === reported.kind) {
    await enterStanding(context, { ...part, asked: null }, reported);
    return;
  }
  const standing = await standingNow(context, part);
  await enterStanding(context, { ...part, asked: standing.kind === 'pending' ? 0 : null }, standing);
}

/** Handles a refund report of a payment service. Refunds that this service did not request are ignored. */
export async function handleRefundReport(
  context: ControlContext,
  method: PaymentMethodName,
  { refundId, standing }: { readonly refundId: string; readonly standing: RefundStatus },
): Promise<void> {
  const part = await context.stores.payouts.findPart(partIdOf(refundId));
  if (part?.method !== method) return;
  if (part.state === 'dropped') {
    if (standing.kind === 'done') await recordLateRefund(context, part, refundId, standing.reference);
  } else if (refundIdOf(part) === refundId) await enterReport(context, part, standing);
  else if (standing.kind === 'done') alarmOfLateRefund(context, part, refundId, 'refunded_late');
}
