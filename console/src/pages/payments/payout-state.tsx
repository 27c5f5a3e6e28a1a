import type { PayoutState as State } from '@tollgate/contract/payments/payments';
import { useTexts } from '../../i18n/texts.ts';
import { StatusWord, type StatusLook } from '../../ui/states/status-word.tsx';
import { payoutTexts } from './payout-texts.ts';

function lookOf(state: State): StatusLook {
  if (state === 'confirmed') return 'go';
  if (state === 'rejected' || state === 'failed') return 'shut';
  return state === 'withdrawn' ? 'off' : 'slow';
}

/** The state of a payout. */
export function PayoutState({ state }: { readonly state: State }) {
  const t = useTexts(payoutTexts);
  return <StatusWord look={lookOf(state)}>{t.states[state]}</StatusWord>;
}
