import { operatorTenantsRoutes } from '@tollgate/contract/tenants/operator-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import type { planAnswer } from '@tollgate/contract/tenants/plans';
import type { z } from 'zod';
import { namePlaces, pageOfNamed, readPage } from '../../../control-http/paging.ts';
import { accountsOnPlans, deletePlan, listPlans, putPlan } from './plans.ts';
import { planSettings } from './plan-settings.ts';
import type { PlanRecord } from '../../../domain/tenants/tenant-records.ts';
import { principalOf } from '../../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../../admin-api/admin-deps.ts';
/** Plans are ordered by position; a cursor must express that in one name. */
const nameOf = ({ plan, position }: PlanRecord): string => `${String(position).padStart(7, '0')}:${plan.id}`;
const places = namePlaces(nameOf);

function view(record: PlanRecord, accounts: ReadonlyMap<string, number>): z.output<typeof planAnswer> {
  return { ...planSettings(record), accounts: accounts.get(record.plan.id) ?? 0 };
}

export const plansResource: AdminResource = (app, deps) => {
  const { control } = deps;

  addRoute(app, operatorTenantsRoutes.listPlans, async (request) => {
    const { query } = request;
    const principal = principalOf(deps, request);
    const [plans, accounts] = [await listPlans(control, principal), await accountsOnPlans(control, principal)];
    const { rows, next } = await readPage({ query, places, load: pageOfNamed(plans, nameOf) });
    return { data: rows.map((record) => view(record, accounts)), next };
  });

  addRoute(app, operatorTenantsRoutes.putPlan, async (request) => {
    const principal = principalOf(deps, request);
    const record = await putPlan(control, principal, request.params.id, request.body);
    return view(record, await accountsOnPlans(control, principal));
  });

  addRoute(app, operatorTenantsRoutes.deletePlan, async (request) => {
    const principal = principalOf(deps, request);
    return view(await deletePlan(control, principal, request.params.id), new Map());
  });
};
