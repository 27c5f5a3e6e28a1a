import { isRequestOpen, requestSteps, type RequestStage } from '@tollgate/contract/service-requests';

/** How long a stage usually takes: working days, or weeks. */
const usual: Readonly<Record<RequestStage, { readonly workingDays: number } | { readonly weeks: number } | null>> = {
  contact: { workingDays: 1 },
  assessment: { workingDays: 3 },
  contract: { workingDays: 5 },
  deployment: { weeks: 4 },
  acceptance: { workingDays: 5 },
  live: null,
  declined: null,
};

/** A day of the service, YYYY-MM-DD. */
export function dayAt(epochMs: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

const isWeekend = ({ dayOfWeek }: Temporal.PlainDate): boolean => dayOfWeek > 5;

/** The day by which a stage that begins on a day is usually over; `null` of the last ones. Weekends are no working days. */
export function usualEnd(stage: RequestStage, fromDay: string): string | null {
  const takes = usual[stage];
  if (takes === null) return null;
  let day = Temporal.PlainDate.from(fromDay);
  if ('weeks' in takes) return day.add({ weeks: takes.weeks }).toString();
  for (let left = takes.workingDays; left > 0;) {
    day = day.add({ days: 1 });
    if (!isWeekend(day)) left -= 1;
  }
  return day.toString();
}

export interface StageAhead {
  readonly stage: RequestStage;
  readonly expectedOn: string;
}

/** The stages that follow one that should be over on a day, each as long as is usual. What is late moves what comes after it. */
export function stagesAhead(stage: RequestStage, expectedOn: string | null, today: string): readonly StageAhead[] {
  if (!isRequestOpen(stage)) return [];
  let day = expectedOn === null || expectedOn < today ? today : expectedOn;
  const at = requestSteps.findIndex((step) => step === stage);
  return requestSteps.slice(at + 1).map((step) => {
    day = usualEnd(step, day) ?? day;
    return { stage: step, expectedOn: day };
  });
}
