import type { OrderPurpose, PaymentMethodName } from '@tollgate/contract/payments/payments';
import { useTexts } from '../../i18n/texts.ts';
import { paymentTexts } from './payment-texts.ts';

interface PaidByProps {
  readonly order: { readonly method: PaymentMethodName; readonly purpose: OrderPurpose };
}

/** The payment method of an order, and its purpose unless it is a manual top-up. */
export function PaidBy({ order: { method, purpose } }: PaidByProps) {
  const words = useTexts(paymentTexts);
  return (
    <span>
      {words.methods[method]}
      {purpose === 'top_up' ? null : <span className="quiet"> · {words.purposes[purpose]}</span>}
    </span>
  );
}
