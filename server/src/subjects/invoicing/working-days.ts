import { dateIn, type DatesAt } from './rules/due-dates.ts';
import { createWorkingCalendar, faultOfYear, yearsWanted, type WorkingYear } from './rules/working-calendar.ts';
import { auditEntry, invalid, type ControlContext } from '../../control/control-context.ts';
import type { WorkingYearRecord } from './invoice-ports.ts';
import type { Principal } from '../../control/principal.ts';
import { requireOperator } from '../../control/within-scope.ts';

/** The working calendar as of today. It is not specific to an account. */
export async function workingDays({
  stores,
  calendar,
  clock,
}: Pick<ControlContext, 'stores' | 'calendar' | 'clock'>): Promise<DatesAt> {
  const { timeZone } = calendar;
  const years = await stores.invoicing.workingYears.list();
  return { calendar: createWorkingCalendar(years), timeZone, today: dateIn(clock.nowMs(), timeZone) };
}

export interface WorkingYears {
  readonly years: readonly WorkingYearRecord[];
  /** Years without required data; due dates in them are estimates. */
  readonly missing: readonly number[];
}

export async function listWorkingYears(context: ControlContext, principal: Principal): Promise<WorkingYears> {
  requireOperator(principal, 'calendar');
  const years = await context.stores.invoicing.workingYears.list();
  return { years, missing: await missingYears(context) };
}

/** Years without required data: the current one, and from 1 December on also the next one. */
export async function missingYears(parts: Pick<ControlContext, 'stores' | 'calendar' | 'clock'>): Promise<readonly number[]> {
  const { calendar, today } = await workingDays(parts);
  return yearsWanted(today).filter((year) => !calendar.knows(year));
}

/** Stores the calendar of a year, replacing an earlier one. @throws {ApiError} 400, 404 */
export function putWorkingYear(
  context: ControlContext,
  principal: Principal,
  { source, ...year }: WorkingYear & { readonly source: string },
): Promise<WorkingYearRecord> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'calendar');
    const wrong = faultOfYear(year);
    if (wrong !== null) throw invalid(wrong.field, wrong.fault);
    const { workingYears } = context.stores.invoicing;
    const earlier = (await workingYears.list()).find((one) => one.year === year.year);
    const sorted = { ...year, off: year.off.toSorted(), on: year.on.toSorted() };
    const record: WorkingYearRecord = { ...sorted, source, updatedAtMs: context.clock.nowMs() };
    await workingYears.put(
      record,
      auditEntry(context, principal, {
        action: 'working-year.put',
        objectKind: 'working-year',
        objectId: String(year.year),
        before: earlier === undefined ? undefined : { off: earlier.off, on: earlier.on, source: earlier.source },
        after: { off: record.off, on: record.on, source },
      }),
    );
    return record;
  });
}
