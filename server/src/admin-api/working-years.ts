import { workingYearAnswer, workingYearRequest, workingYearsAnswer, yearParams } from '@tollgate/contract/admin/invoices';
import { answers } from '../control-http/route-schema.ts';
import type { WorkingYearRecord } from '../control/invoice-ports.ts';
import { showTime } from '../control/tenant-settings.ts';
import { listWorkingYears, putWorkingYear } from '../control/working-days.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Invoices'];

function view({ year, off, on, source, updatedAtMs }: WorkingYearRecord) {
  return { year, off: [...off], on: [...on], source, updated_at: showTime(updatedAtMs) };
}

export const workingYearsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  app.get(
    '/working-years',
    {
      schema: {
        tags,
        summary: 'List calendars of working days',
        description:
          'Due dates are counted by them. In a year without one only weekends are known, and due dates are marked as estimated.',
        response: answers(workingYearsAnswer),
      },
    },
    async (request) => {
      const { years, missing } = await listWorkingYears(control, principalOf(deps, request));
      return { data: years.map(view), missing: [...missing] };
    },
  );

  app.put(
    '/working-years/:year',
    {
      config: { operators: ['administrator', 'finance'] },
      schema: {
        tags,
        summary: 'Import the calendar of a year',
        description: 'As the State Council announces it each November; in place of what there was.',
        params: yearParams,
        body: workingYearRequest,
        response: answers(workingYearAnswer),
      },
    },
    async (request) =>
      view(await putWorkingYear(control, principalOf(deps, request), { ...request.body, year: Number(request.params.year) })),
  );
};
