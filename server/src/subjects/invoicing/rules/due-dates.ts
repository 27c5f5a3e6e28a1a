import { issuanceDays, reviewDays, type InvoiceStep } from './invoice.ts';
import type { WorkingCalendar } from './working-calendar.ts';

/** First and last expected day, as ISO dates. */
export interface DueSpan {
  readonly from: string;
  readonly to: string;
  /** Whether a date depends on a year without holiday data. */
  readonly isEstimated: boolean;
}

export interface InvoiceDates {
  readonly review: DueSpan;
  readonly issuance: DueSpan;
  /** Working days until the due date; negative if overdue, `null` if nothing waits for an operator. */
  readonly workingDaysLeft: number | null;
}

/** The time zone and the current date. */
export interface DatesAt {
  readonly calendar: WorkingCalendar;
  readonly timeZone: string;
  /** ISO date. */
  readonly today: string;
}

export function dateIn(atMs: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(atMs)).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

function span(
  calendar: WorkingCalendar,
  [first, last]: readonly [string, string],
  days: { readonly from: number; readonly to: number },
): DueSpan {
  const from = calendar.after(first, days.from);
  const to = calendar.after(last, days.to);
  return { from: from.date, to: to.date, isEstimated: from.isEstimated || to.isEstimated };
}

/** When a request is reviewed and issued: past and expected days. Without steps, the dates of a request made today. */
export function datesOf(
  steps: readonly Pick<InvoiceStep, 'state' | 'atMs'>[],
  { calendar, timeZone, today }: DatesAt,
): InvoiceDates {
  const dayOf = (state: InvoiceStep['state']): string | null => {
    const step = steps.findLast((one) => one.state === state);
    return step === undefined ? null : dateIn(step.atMs, timeZone);
  };
  const submitted = dayOf('submitted') ?? today;
  const review = span(calendar, [submitted, submitted], reviewDays);
  const approved = dayOf('approved');
  const issuance = span(calendar, approved === null ? [review.from, review.to] : [approved, approved], issuanceDays);
  return {
    review,
    issuance: { ...issuance, isEstimated: issuance.isEstimated || (approved === null && review.isEstimated) },
    workingDaysLeft: daysLeft(steps.at(-1), { review, issuance }, { calendar, timeZone, today }),
  };
}

function daysLeft(
  last: Pick<InvoiceStep, 'state' | 'atMs'> | undefined,
  { review, issuance }: Pick<InvoiceDates, 'review' | 'issuance'>,
  { calendar, timeZone, today }: DatesAt,
): number | null {
  switch (last?.state) {
    case 'submitted':
    case 'under_review':
      return calendar.between(today, review.to);
    case 'approved':
      return calendar.between(today, issuance.to);
    case 'reversal_requested':
    case 'reversal_confirming':
      // Due as soon as the review of a request.
      return calendar.between(today, calendar.after(dateIn(last.atMs, timeZone), reviewDays.to).date);
    default:
      return null;
  }
}
