import { plainListQuery } from '@tollgate/contract/admin/lists';
import { planAnswer, planIdParam, planList, putPlanRequest } from '@tollgate/contract/admin/plans';
import { z } from 'zod';
import { namePlaces, pageOfNamed, readPage } from '../control-http/paging.ts';
import { answers } from '../control-http/route-schema.ts';
import { accountsOnPlans, deletePlan, listPlans, putPlan } from '../control/plans.ts';
import { planSettings } from '../control/tenant-settings.ts';
import type { PlanRecord } from '../domain/tenants/tenant-records.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Plans'];
/** Plans stand in the order of their position; a cursor must say the same with one name. */
const nameOf = ({ plan, position }: PlanRecord): string => `${String(position).padStart(7, '0')}:${plan.id}`;
const places = namePlaces(nameOf);

function view(record: PlanRecord, accounts: ReadonlyMap<string, number>): z.output<typeof planAnswer> {
  return { ...planSettings(record), accounts: accounts.get(record.plan.id) ?? 0 };
}

export const plansResource: AdminResource = (app, deps) => {
  const { control } = deps;

  app.get(
    '/plans',
    { schema: { tags, summary: 'List plans', querystring: plainListQuery, response: answers(planList) } },
    async (request) => {
      const { query } = request;
      const principal = principalOf(deps, request);
      const [plans, accounts] = [await listPlans(control, principal), await accountsOnPlans(control, principal)];
      const { rows, next } = await readPage({ query, places, load: pageOfNamed(plans, nameOf) });
      return { data: rows.map((record) => view(record, accounts)), next };
    },
  );

  app.put(
    '/plans/:id',
    {
      schema: {
        tags,
        summary: 'Create or replace a plan',
        description: 'In force at once for every account on it.',
        params: z.strictObject({ id: planIdParam }),
        body: putPlanRequest,
        response: answers(planAnswer),
      },
    },
    async (request) => {
      const principal = principalOf(deps, request);
      const record = await putPlan(control, principal, request.params.id, request.body);
      return view(record, await accountsOnPlans(control, principal));
    },
  );

  app.delete(
    '/plans/:id',
    {
      schema: {
        tags,
        summary: 'Delete a plan',
        description:
          'Refused with 409 while accounts are on it or it has prices of its own, and for `free-trial` and `standard`, which accounts need.',
        params: z.strictObject({ id: planIdParam }),
        response: answers(planAnswer),
      },
    },
    async (request) => {
      const principal = principalOf(deps, request);
      return view(await deletePlan(control, principal, request.params.id), new Map());
    },
  );
};
