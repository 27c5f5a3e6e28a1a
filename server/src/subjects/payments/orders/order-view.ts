import type { AdminOrderAnswer, PaymentMethodAnswer, UndecidedPayment } from '@tollgate/contract/payments/operator-orders';
import type { OrderAnswer, OrderRow } from '@tollgate/contract/payments/console-orders';
import { formatAmount } from '@tollgate/contract/money';
import type { OrderState } from '@tollgate/contract/payments/payments';
import type { OrderWithPayments } from './orders.ts';
import type { MethodSetUp } from '../payment-methods.ts';
import type { BankConfirmation } from '../payment-ports.ts';
import { showTime, showTimeOrNull } from '../../../control/show-time.ts';
import { nanoOfFen, type PaymentOrder, type PaymentRecord } from '../../../domain/payments/payment-order.ts';

/** Formats fen as CNY with two decimals. */
export function showFen(fen: bigint): string {
  return formatAmount(nanoOfFen(fen), 2);
}

/** The state including refunds. */
function shownState({ state, amountFen, refundedFen, refundingFen }: PaymentOrder): OrderState {
  if (refundingFen > 0n) return 'refunding';
  if (refundedFen === 0n) return state;
  return refundedFen >= amountFen ? 'refunded' : 'partly_refunded';
}

export function orderRow(order: PaymentOrder): OrderRow {
  return {
    id: order.id,
    state: shownState(order),
    purpose: order.purpose,
    method: order.method,
    amount: showFen(order.amountFen),
    refunded: showFen(order.refundedFen),
    made_by: order.madeBy,
    created_at: showTime(order.createdAtMs),
    expires_at: showTime(order.expiresAtMs),
    paid_at: showTimeOrNull(order.paidAtMs),
    fault: order.fault,
  };
}

function paymentView({ externalId, amountFen, currency, state, receivedAtMs }: PaymentRecord): OrderAnswer['payments'][number] {
  return { external_id: externalId, amount: showFen(amountFen), currency, state, received_at: showTime(receivedAtMs) };
}

/** @param nowMs current time; the payment page is not offered after the order has ended. */
export function orderView({ order, payments }: OrderWithPayments, nowMs: number): OrderAnswer {
  const isPayable = order.state === 'open' && order.expiresAtMs > nowMs;
  return { ...orderRow(order), step: isPayable ? order.step : null, payments: payments.map(paymentView) };
}

interface OfAccount {
  readonly account_id: string | null;
  readonly account_name: string | null;
}

function ofAccount(accountId: string | null, names: ReadonlyMap<string, string>): OfAccount {
  return { account_id: accountId, account_name: accountId === null ? null : (names.get(accountId) ?? null) };
}

export function adminOrderRow(order: PaymentOrder, names: ReadonlyMap<string, string>) {
  return { ...orderRow(order), ...ofAccount(order.accountId, names), remark: order.remark };
}

interface AroundOrder {
  readonly names: ReadonlyMap<string, string>;
  readonly verifiedName: string | null;
  readonly nowMs: number;
}

export function adminOrderView(
  found: OrderWithPayments,
  confirmation: BankConfirmation | null,
  { names, verifiedName, nowMs }: AroundOrder,
): AdminOrderAnswer {
  const { order, payments } = found;
  return {
    ...orderView(found, nowMs),
    ...adminOrderRow(order, names),
    payments: payments.map((payment) => ({ ...paymentView(payment), payer: payment.payer })),
    verified_name: verifiedName,
    confirmation:
      confirmation === null
        ? null
        : {
            bank_reference: confirmation.bankReference,
            amount: showFen(confirmation.amountFen),
            payer: confirmation.payer,
            payer_reason: confirmation.payerReason,
            operator: confirmation.operator,
            created_at: showTime(confirmation.atMs),
          },
  };
}

export function undecidedView(payment: PaymentRecord, order: PaymentOrder, names: ReadonlyMap<string, string>): UndecidedPayment {
  return {
    ...paymentView(payment),
    method: payment.method,
    order_id: order.id,
    order_amount: showFen(order.amountFen),
    payer: payment.payer,
    ...ofAccount(order.accountId, names),
  };
}

/** A payment method without its secrets, showing only which ones are set. */
export function methodView({ name, fields, record }: MethodSetUp, origin: string): PaymentMethodAnswer {
  const isSet = (field: string): boolean => (record?.secrets[field] ?? record?.settings[field]) !== undefined;
  return {
    name,
    enabled: record?.enabled ?? false,
    settings: record?.settings ?? {},
    fields: fields.map((field) => ({
      name: field.name,
      secret: field.isSecret,
      required: field.isRequired,
      is_set: isSet(field.name),
      multiline: field.isKey === true,
      choices: field.choices === undefined ? null : [...field.choices],
    })),
    callback_url: name === 'bank' ? null : `${origin}/api/callbacks/${name}`,
    changed_at: showTimeOrNull(record?.changedAtMs ?? null),
  };
}
