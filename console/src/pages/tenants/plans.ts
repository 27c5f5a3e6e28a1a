import { queryOptions } from '@tanstack/react-query';
import type { PlanAnswer } from '@tollgate/contract/tenants/plans';
import { operatorTenantsApi } from '../../api/clients/operator-tenants.ts';

export type Plan = PlanAnswer;
export type PlanSettings = Omit<Plan, 'id' | 'accounts'>;
/** Omitted broken-connection rules get their defaults. */
export type SentPlan = Omit<PlanSettings, 'broken_connections'> & Partial<Pick<PlanSettings, 'broken_connections'>>;

/** All plans, in order. */
export const plansQuery = queryOptions({
  queryKey: ['operator', 'plans'],
  queryFn: async () => (await operatorTenantsApi.listPlans({ query: { limit: '200' } })).data,
  staleTime: 60_000,
});

/** Creates a plan, or replaces all its settings. @throws {ApiError} */
export function putPlan(id: string, settings: SentPlan): Promise<Plan> {
  return operatorTenantsApi.putPlan({ params: { id }, body: settings });
}

/** @throws {ApiError} 409 while the plan is needed */
export function deletePlan(id: string): Promise<Plan> {
  return operatorTenantsApi.deletePlan({ params: { id } });
}
