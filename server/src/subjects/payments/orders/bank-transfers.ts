import { nanoPerCny } from '@tollgate/contract/money';
import { parseAmount } from '@tollgate/contract/money';
import { isSamePayer } from '@tollgate/contract/payments/payer-name';
import { fenOfNano, nanoOfFen } from '../../../domain/payments/payment-order.ts';
import { readAmount, showAmount } from '../../../control/amounts.ts';
import { auditEntry, found, invalid, type ControlContext } from '../../../control/control-context.ts';
import { moneyIntoForce } from '../../ledger/money-into-force.ts';
import { findOrder, orderNote, type OrderWithPayments } from './orders.ts';
import type { BankConfirmation } from '../payment-ports.ts';
import type { Principal } from '../../../control/principal.ts';
import { enterPayment, orderCredit } from './receive-payment.ts';
import { requireOperator } from '../../../control/within-scope.ts';
import type { PaymentMethodName, PaymentState } from '@tollgate/contract/payments/payments';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { PaymentRecord } from '../../../domain/payments/payment-order.ts';

/** Default amount above which two operators must confirm a transfer. */
const secondOperatorAbove = 50_000n * nanoPerCny;

export interface TransferSeen {
  readonly bank_reference: string;
  readonly amount: string;
  readonly payer: string;
  /** Why the transfer is accepted although the payer is not the verified enterprise. */
  readonly payer_reason?: string | null | undefined;
}

/** The verified name from which transfers of an account must come; `null` if the account is not verified or the order belongs to none. */
export async function verifiedPayer(
  context: ControlContext,
  principal: Principal,
  accountId: string | null,
): Promise<string | null> {
  requireOperator(principal, 'verification');
  if (accountId === null) return null;
  return (await context.stores.invoicing.verifications.inForce(accountId))?.name ?? null;
}

interface JudgedPayer {
  readonly reason: string | null;
  /** Content of the audit entry. */
  readonly note: { readonly payer: string; readonly verified_name: string | null; readonly payer_reason: string | null };
}

/** Compares the payer with the verified enterprise. @throws {ApiError} 400 if they differ and no reason is given. */
function judgePayer(seen: TransferSeen, verified: string | null): JudgedPayer {
  const payer = seen.payer.trim();
  const differs = verified !== null && !isSamePayer(payer, verified);
  const said = seen.payer_reason?.trim() ?? '';
  if (differs && said === '')
    throw invalid('payer_reason', `is required because the payer is not the verified enterprise "${verified}"`);
  const reason = differs ? said : null;
  return { reason, note: { payer, verified_name: verified, payer_reason: reason } };
}

export interface ConfirmedTransfer extends OrderWithPayments {
  /** Set if a second operator still has to confirm the transfer. */
  readonly confirmation: BankConfirmation | null;
}

/** A transfer that waits for confirmation by a second operator. */
export async function waitingConfirmation(
  context: ControlContext,
  principal: Principal,
  id: string,
): Promise<BankConfirmation | null> {
  requireOperator(principal, 'order');
  return context.stores.orders.findConfirmation(id);
}

async function needsTwo({ stores }: ControlContext, amountFen: bigint): Promise<boolean> {
  const set = (await stores.paymentMethods.find('bank'))?.settings.second_operator_above;
  return nanoOfFen(amountFen) > (set === undefined ? secondOperatorAbove : parseAmount(set));
}

/** Whether a second operator has confirmed the same data. @throws {ApiError} 409 */
async function isSeenTwice(
  context: ControlContext,
  principal: Principal,
  seen: BankConfirmation,
  judged: JudgedPayer['note'],
): Promise<boolean> {
  const first = await context.stores.orders.findConfirmation(seen.orderId);
  if (first === null) {
    const note = {
      action: 'order.transfer-seen',
      objectKind: 'order',
      objectId: seen.orderId,
      after: { bank_reference: seen.bankReference, amount_fen: String(seen.amountFen), ...judged },
    };
    if (await context.stores.orders.confirmFirst(seen, auditEntry(context, principal, note))) return false;
    throw refusal('transfer_of_other_order');
  }
  if (first.operator === principal.name) throw refusal('transfer_needs_second');
  const isSame = first.bankReference === seen.bankReference && first.amountFen === seen.amountFen && first.payer === seen.payer;
  if (isSame) return true;
  throw refusal('transfer_seen_otherwise', {
    operator: first.operator,
    bank_reference: first.bankReference,
    amount: showAmount(nanoOfFen(first.amountFen)),
    payer: first.payer,
  });
}

/** Records a transfer that an operator has found on the bank statement. @throws {ApiError} 400, 404, 409 */
export function confirmTransfer(
  context: ControlContext,
  principal: Principal,
  id: string,
  seen: TransferSeen,
): Promise<ConfirmedTransfer> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'order');
    const { stores, clock } = context;
    const { order } = await findOrder(context, principal, { id });
    if (order.method !== 'bank') throw refusal('order_not_by_transfer');
    const amountFen = fenOfNano(readAmount('amount', seen.amount, { decimalsMax: 2 }));
    if (amountFen === null || amountFen < 1n) throw invalid('amount', 'must be at least "0.01"');
    const bankReference = seen.bank_reference.trim();
    const { reason: payerReason, note: judged } = judgePayer(seen, await verifiedPayer(context, principal, order.accountId));
    const { payer } = judged;
    const used = await stores.orders.findPayment('bank', bankReference);
    if (used !== null) throw refusal('transfer_counted', { order: used.orderId });
    const confirmation: BankConfirmation = {
      orderId: id,
      bankReference,
      amountFen,
      payer,
      payerReason,
      operator: principal.name,
      atMs: clock.nowMs(),
    };
    const isEntered = !(await needsTwo(context, amountFen)) || (await isSeenTwice(context, principal, confirmation, judged));
    const payment = { method: 'bank', externalId: bankReference, orderId: id, amountFen, currency: 'CNY', payer } as const;
    if (isEntered) await enterPayment(context, principal, payment, judged);
    return { ...(await findOrder(context, principal, { id })), confirmation: isEntered ? null : confirmation };
  });
}

/** Withdraws a first operator's confirmation. @throws {ApiError} 404 */
export function withdrawConfirmation(context: ControlContext, principal: Principal, id: string): Promise<OrderWithPayments> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'order');
    found(await context.stores.orders.findConfirmation(id), 'confirmation');
    const note = { action: 'order.transfer-withdrawn', objectKind: 'order', objectId: id };
    await context.stores.orders.removeConfirmation(id, auditEntry(context, principal, note));
    return findOrder(context, principal, { id });
  });
}

/** Payments not credited to their orders, oldest first. */
export async function listUndecided(context: ControlContext, principal: Principal): Promise<readonly PaymentRecord[]> {
  requireOperator(principal, 'list of payments');
  return context.stores.orders.undecided(200);
}

/** Decides on a payment that does not match its order. @throws {ApiError} 404, 409 */
export function decidePayment(
  context: ControlContext,
  principal: Principal,
  which: { readonly method: PaymentMethodName; readonly externalId: string },
  decision: 'credit' | 'returned',
): Promise<OrderWithPayments> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'payment');
    const { stores } = context;
    const payment = found(await stores.orders.findPayment(which.method, which.externalId), 'payment');
    if (payment.state !== 'mismatch' && payment.state !== 'surplus') throw refusal('payment_decided');
    const { order } = await findOrder(context, principal, { id: payment.orderId });
    const { accountId } = order;
    if (decision === 'credit' && (payment.currency !== 'CNY' || accountId === null)) throw refusal('payment_not_creditable');
    const state: PaymentState = decision === 'credit' ? 'credited' : 'returned';
    const { amountFen } = payment;
    const credit =
      decision === 'credit' && accountId !== null
        ? orderCredit(context, principal, order, { accountId, amountFen, ...(order.paidAtMs === null ? {} : { payment }) })
        : null;
    const note = orderNote(order, `order.payment-${state}`, { payment: payment.externalId, received_fen: String(amountFen) });
    const written = await stores.orders.decide({ ...payment, state }, credit, auditEntry(context, principal, note));
    if (written === null) throw refusal('payment_decided');
    if (credit !== null) await moneyIntoForce(context, credit.accountId, written.planMoved);
    return findOrder(context, principal, { id: order.id });
  });
}
