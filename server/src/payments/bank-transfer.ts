import { PaymentServiceError, type PaymentMethod } from '../domain/payments/payment-method.ts';
import { PaymentSettingsError, type MethodField, type MethodSettings } from '../domain/payments/payment-services.ts';
import { AmountError, formatAmount, parseAmount } from '@tollgate/contract/money';
import { nanoOfFen } from '../domain/payments/payment-order.ts';

export const bankFields: readonly MethodField[] = [
  { name: 'payee', isSecret: false, isRequired: true },
  { name: 'account', isSecret: false, isRequired: true },
  { name: 'bank', isSecret: false, isRequired: true },
  { name: 'label', isSecret: false, isRequired: false },
  { name: 'second_operator_above', isSecret: false, isRequired: false },
];

const byHand = 'a bank transfer is made by hand';

/** Transfers to the operator's bank account, identified by their remark and confirmed by operators. No service is called. */
export function openBankTransfer({ settings }: MethodSettings): PaymentMethod {
  const { payee = '', account = '', bank = '', second_operator_above: above } = settings;
  try {
    if (above !== undefined) parseAmount(above, { decimalsMax: 2 });
  } catch (error) {
    throw new PaymentSettingsError('second_operator_above', error instanceof AmountError ? error.message : 'is no amount');
  }
  return {
    name: 'bank',
    refundWay: 'bank',
    create: (order) =>
      Promise.resolve({
        kind: 'instructions',
        fields: { payee, account, bank, remark: order.remark, amount: formatAmount(nanoOfFen(order.amountFen), 2) },
      }),
    readCallback: () => ({ kind: 'refusal', reason: 'banks report nothing' }),
    query: () => Promise.resolve({ kind: 'open' }),
    close: () => Promise.resolve(),
    refund: () => Promise.reject(new PaymentServiceError(byHand)),
    queryRefund: () => Promise.resolve({ kind: 'unknown' }),
    ack: () => ({ status: 404, type: 'text/plain; charset=utf-8', body: 'banks report nothing' }),
  };
}
