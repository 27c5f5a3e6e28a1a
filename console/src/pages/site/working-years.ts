import { queryOptions } from '@tanstack/react-query';
import type { WorkingYearAnswer } from '@tollgate/contract/invoicing/operator-invoices';
import { operatorInvoicingApi } from '../../api/clients/operator-invoicing.ts';

export type WorkingYear = WorkingYearAnswer;

/** Working calendars, and the years that need one. */
export const workingYearsQuery = queryOptions({
  queryKey: ['operator', 'working-years'],
  queryFn: () => operatorInvoicingApi.listWorkingYears(),
});

/** Stores the calendar of a year, replacing an earlier one. @throws {ApiError} */
export function putWorkingYear(year: string, body: { off: string[]; on: string[]; source: string }): Promise<WorkingYear> {
  return operatorInvoicingApi.putWorkingYear({ params: { year }, body });
}
