import type { OrderState as Name } from '@tollgate/contract/payments/payments';
import { useTexts } from '../../i18n/texts.ts';
import { StatusWord, type StatusLook } from '../../ui/states/status-word.tsx';
import { paymentTexts } from './payment-texts.ts';

const looks: Readonly<Record<Name, StatusLook>> = {
  open: 'slow',
  paid: 'go',
  closed: 'off',
  mismatch: 'shut',
  refunding: 'slow',
  partly_refunded: 'go',
  refunded: 'off',
};

/** The state of an order. */
export function OrderState({ state }: { readonly state: Name }) {
  const t = useTexts(paymentTexts);
  return <StatusWord look={looks[state]}>{t.states[state]}</StatusWord>;
}
