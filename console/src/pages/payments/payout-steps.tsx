import { Time } from '../../components/time/time.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { ProgressSteps, type ProgressStep } from '../../ui/states/progress-steps.tsx';
import { payoutTexts } from './payout-texts.ts';
import type { Payout } from './payouts.ts';

const next = { requested: 'approved', approved: 'sent', sent: 'confirmed' } as const;

/** Progress of a payout: past and future steps. */
export function PayoutSteps({ payout: { state, steps } }: { readonly payout: Pick<Payout, 'state' | 'steps'> }) {
  const t = useTexts(payoutTexts);
  const taken = steps.map((step): ProgressStep => ({
    state: 'done',
    title: t.steps[step.state],
    time: <Time at={step.at} />,
    ...(step.note === null ? {} : { note: step.note }),
  }));
  const ahead: ProgressStep[] = [];
  for (let at = state; at === 'requested' || at === 'approved' || at === 'sent'; at = next[at])
    ahead.push({ state: ahead.length === 0 ? 'now' : 'ahead', title: t.ahead[next[at]] });
  return <ProgressSteps steps={[...taken, ...ahead]} />;
}
