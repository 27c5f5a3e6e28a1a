import {
  chargeFaults,
  orderPurposes,
  orderStates,
  paymentMethodNames,
  paymentStates,
  type PaymentMethodName,
} from '@tollgate/contract/payments/payments';
import type { BankConfirmation } from '../payment-ports.ts';
import type { PaymentOrder, PaymentRecord, PaymentStep } from '../../../domain/payments/payment-order.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';

type Row = Readonly<Record<string, unknown>>;

export function oneOf<Word extends string>(words: readonly Word[], value: unknown): Word {
  const word = words.find((one) => one === value);
  if (word === undefined) throw new Error(`a row holds a word that this program does not know: ${String(value)}`);
  return word;
}

export function methodNameOf(value: unknown): PaymentMethodName {
  return oneOf(paymentMethodNames, value);
}

export function timeOf(value: unknown): number {
  return Number(wholeNumber(value));
}

export function timeOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : timeOf(value);
}

export function orderOf(row: Row): PaymentOrder {
  return {
    id: String(row.id),
    accountId: row.account_id as string | null,
    method: methodNameOf(row.method),
    purpose: oneOf(orderPurposes, row.purpose),
    state: oneOf(orderStates, row.state),
    amountFen: wholeNumber(row.amount_fen),
    remark: String(row.remark),
    step: typeof row.step === 'string' ? (JSON.parse(row.step) as PaymentStep) : null,
    madeBy: String(row.made_by),
    createdAtMs: timeOf(row.created_at),
    expiresAtMs: timeOf(row.expires_at),
    paidAtMs: timeOrNull(row.paid_at),
    closedAtMs: timeOrNull(row.closed_at),
    refundedFen: wholeNumber(row.refunded_fen),
    refundingFen: wholeNumber(row.refunding_fen),
    fault: typeof row.fault === 'string' ? oneOf(chargeFaults, row.fault) : null,
  };
}

export function paymentOf(row: Row): PaymentRecord {
  return {
    method: methodNameOf(row.method),
    externalId: String(row.external_id),
    orderId: String(row.order_id),
    amountFen: wholeNumber(row.amount_fen),
    currency: String(row.currency),
    payer: row.payer as string | null,
    state: oneOf(paymentStates, row.state),
    receivedAtMs: timeOf(row.received_at),
  };
}

export function confirmationOf(row: Row): BankConfirmation {
  return {
    orderId: String(row.order_id),
    bankReference: String(row.bank_reference),
    amountFen: wholeNumber(row.amount_fen),
    payer: String(row.payer),
    payerReason: row.payer_reason as string | null,
    operator: String(row.operator),
    atMs: timeOf(row.created_at),
  };
}
