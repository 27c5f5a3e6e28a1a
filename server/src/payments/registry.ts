import type { PaymentMethodName } from '@tollgate/contract/payments';
import type { PaymentMethod } from '../domain/payments/payment-method.ts';
import type { MethodField, MethodSettings, PaymentServices } from '../domain/payments/payment-services.ts';
import { bankFields, openBankTransfer } from './bank-transfer.ts';

interface KnownMethod {
  readonly fields: readonly MethodField[];
  readonly open: (settings: MethodSettings) => PaymentMethod;
}

/** Every way to pay; a line each. */
export function createPaymentServices(): PaymentServices {
  const known = new Map<PaymentMethodName, KnownMethod>([['bank', { fields: bankFields, open: openBankTransfer }]]);
  // Opening reads keys, which reports that come in quick succession need not repeat.
  const opened = new Map<PaymentMethodName, { readonly key: string; readonly method: PaymentMethod }>();
  return {
    fields: new Map([...known].map(([name, { fields }]) => [name, fields])),
    open(name, { settings, secrets }) {
      const key = JSON.stringify([settings, secrets]);
      const before = opened.get(name);
      if (before?.key === key) return before.method;
      const method = known.get(name)?.open({ settings, secrets });
      if (method === undefined) throw new RangeError(`there is no payment method ${name}`);
      opened.set(name, { key, method });
      return method;
    },
  };
}
