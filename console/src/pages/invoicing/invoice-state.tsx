import type { InvoiceState as State } from '@tollgate/contract/invoicing/invoicing';
import { useTexts } from '../../i18n/texts.ts';
import { StatusWord, type StatusLook } from '../../ui/states/status-word.tsx';
import { invoiceTexts } from '../../components/invoicing/invoice-texts.ts';

function lookOf(state: State): StatusLook {
  if (state === 'issued') return 'go';
  if (state === 'rejected') return 'shut';
  return state === 'withdrawn' || state === 'reversed' ? 'off' : 'slow';
}

/** The state of an invoice request. */
export function InvoiceState({ state }: { readonly state: State }) {
  const t = useTexts(invoiceTexts);
  return <StatusWord look={lookOf(state)}>{t.states[state]}</StatusWord>;
}
