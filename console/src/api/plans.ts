import { queryOptions } from '@tanstack/react-query';
import type { components } from './schema.d.ts';
import { answerOf, api } from './client.ts';

export type Plan = components['schemas']['Plan'];
export type PlanSettings = Omit<Plan, 'id' | 'accounts'>;
/** Rules on broken connections that are left out are the usual ones. */
export type SentPlan = Omit<PlanSettings, 'broken_connections'> & Partial<Pick<PlanSettings, 'broken_connections'>>;

/** All plans, in their order. */
export const plansQuery = queryOptions({
  queryKey: ['operator', 'plans'],
  queryFn: async () => (await answerOf(api.GET('/api/admin/plans', { params: { query: { limit: '200' } } }))).data,
  staleTime: 60_000,
});

/** Makes a plan, or puts other settings in place of all of its own. @throws {ApiError} */
export function putPlan(id: string, settings: SentPlan): Promise<Plan> {
  return answerOf(api.PUT('/api/admin/plans/{id}', { params: { path: { id } }, body: settings }));
}

/** @throws {ApiError} 409 while anything needs it */
export function deletePlan(id: string): Promise<Plan> {
  return answerOf(api.DELETE('/api/admin/plans/{id}', { params: { path: { id } } }));
}
