import { isRequestOpen, requestSteps, type RequestStage } from '@tollgate/contract/requests/service-requests';
import { dateIn, type DatesAt } from '../invoicing/rules/due-dates.ts';
import type { DueDay, WorkingCalendar } from '../invoicing/rules/working-calendar.ts';
import type { RequestStep, ServiceRequest } from './requests-ports.ts';

/** Usual duration of a stage, in working days or weeks. */
const usual: Readonly<Record<RequestStage, { readonly workingDays: number } | { readonly weeks: number } | null>> = {
  contact: { workingDays: 1 },
  assessment: { workingDays: 3 },
  contract: { workingDays: 5 },
  deployment: { weeks: 4 },
  acceptance: { workingDays: 5 },
  live: null,
  declined: null,
};

/** The day by which a stage that starts on a day usually ends; `null` for final stages. Counts working days like invoices. */
export function usualEnd(stage: RequestStage, fromDay: string, calendar: WorkingCalendar): DueDay | null {
  const takes = usual[stage];
  if (takes === null) return null;
  if ('weeks' in takes)
    return { date: Temporal.PlainDate.from(fromDay).add({ weeks: takes.weeks }).toString(), isEstimated: false };
  return calendar.after(fromDay, takes.workingDays);
}

export interface StageAhead {
  readonly stage: RequestStage;
  readonly expectedOn: string;
  /** Whether the date depends on a year without holiday data. */
  readonly isEstimated: boolean;
}

type Stood = Pick<ServiceRequest, 'stage' | 'steps'>;

/** Whether the date of a stage is the usual one and depends on a year without holiday data. */
export function isEstimated(
  { stage, enteredAtMs, expectedOn }: RequestStep,
  { calendar, timeZone }: Pick<DatesAt, 'calendar' | 'timeZone'>,
): boolean {
  const end = usualEnd(stage, dateIn(enteredAtMs, timeZone), calendar);
  return end !== null && end.isEstimated && end.date === expectedOn;
}

/** The remaining stages, each with its usual duration. A delay moves all later stages. */
export function stagesAhead({ stage, steps }: Stood, at: DatesAt): readonly StageAhead[] {
  if (!isRequestOpen(stage)) return [];
  const last = steps.at(-1);
  const due = last?.expectedOn ?? null;
  let day = due === null || due < at.today ? at.today : due;
  let rests = last !== undefined && isEstimated(last, at);
  const begun = requestSteps.findIndex((step) => step === stage);
  return requestSteps.slice(begun + 1).map((step) => {
    const end = usualEnd(step, day, at.calendar);
    day = end?.date ?? day;
    rests ||= end?.isEstimated === true;
    return { stage: step, expectedOn: day, isEstimated: rests };
  });
}
