import { isRequestOpen } from '@tollgate/contract/requests/service-requests';
import type { ServiceRequestAnswer } from '@tollgate/contract/requests/service-requests';
import { requestTexts } from '../../components/requests/request-texts.ts';
import { Time } from '../../components/time/time.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { ProgressSteps } from '../../ui/states/progress-steps.tsx';

type ServiceRequest = ServiceRequestAnswer;

/** Progress of a request, with the expected dates of its next stages. */
export function RequestSteps({ request: { stage: current, steps } }: { readonly request: ServiceRequest }) {
  const t = useTexts(requestTexts);
  const isOver = !isRequestOpen(current);
  return (
    <ProgressSteps
      steps={steps.map(({ stage, entered_at: entered, expected_on: on, note, is_estimated: isEstimated }) => {
        const day = on === null || !isEstimated ? on : t.estimated(on);
        const isNow = stage === current && !isOver;
        return {
          state: entered === null ? ('ahead' as const) : isNow ? ('now' as const) : ('done' as const),
          title: t.stages[stage],
          ...(note === '' ? {} : { note }),
          ...(entered === null
            ? { time: day === null ? null : t.expected(day) }
            : { time: isNow && day !== null ? t.until(day) : <Time at={entered} form="date" /> }),
        };
      })}
    />
  );
}
