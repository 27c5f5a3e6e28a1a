import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { components } from './schema.d.ts';

export type WorkingYear = components['schemas']['WorkingYear'];

/** Calendars of working days, and the years of which there should be one. */
export const workingYearsQuery = queryOptions({
  queryKey: ['operator', 'working-years'],
  queryFn: () => answerOf(api.GET('/api/admin/working-years')),
});

/** Takes the calendar of a year in place of what there was. @throws {ApiError} */
export function putWorkingYear(year: string, body: { off: string[]; on: string[]; source: string }): Promise<WorkingYear> {
  return answerOf(api.PUT('/api/admin/working-years/{year}', { params: { path: { year } }, body }));
}
