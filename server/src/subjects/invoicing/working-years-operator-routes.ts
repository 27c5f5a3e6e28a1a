import { operatorInvoicingRoutes } from '@tollgate/contract/invoicing/operator-routes';
import { addRoute } from '../../control-http/add-route.ts';
import type { WorkingYearRecord } from './invoice-ports.ts';
import { showTime } from '../../control/show-time.ts';
import { listWorkingYears, putWorkingYear } from './working-days.ts';
import { principalOf } from '../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../admin-api/admin-deps.ts';

function view({ year, off, on, source, updatedAtMs }: WorkingYearRecord) {
  return { year, off: [...off], on: [...on], source, updated_at: showTime(updatedAtMs) };
}

export const workingYearsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  addRoute(app, operatorInvoicingRoutes.listWorkingYears, async (request) => {
    const { years, missing } = await listWorkingYears(control, principalOf(deps, request));
    return { data: years.map(view), missing: [...missing] };
  });

  addRoute(app, operatorInvoicingRoutes.putWorkingYear, async (request) =>
    view(await putWorkingYear(control, principalOf(deps, request), { ...request.body, year: Number(request.params.year) })),
  );
};
