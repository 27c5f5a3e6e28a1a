import { deletePlan, listPlans, putPlan } from '../../../src/subjects/tenants/plans/plans.ts';
import type { ScopeCases } from './scope-case.ts';

const plan = { name: 'Gold', requests_per_minute: 1, concurrency_ceiling: 1 };

export const planCases: ScopeCases = {
  listPlans: { may: 'operator', ask: (control, principal) => listPlans(control, principal) },
  putPlan: { may: 'operator', ask: (control, principal) => putPlan(control, principal, 'gold', plan) },
  deletePlan: { may: 'operator', ask: (control, principal) => deletePlan(control, principal, 'gold') },
};
