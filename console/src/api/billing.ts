import { queryOptions } from '@tanstack/react-query';
import type { Body } from './body.ts';
import { answerOf, api } from './client.ts';
import type { components, paths } from './schema.d.ts';

export type Billing = components['schemas']['Billing'];
export type MonthTotals = components['schemas']['MonthTotals'];
export type Statement = components['schemas']['Statement'];
export type PatchBillingRequest = Body<paths['/api/console/accounts/{accountId}/billing']['patch']>;

export const billingQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'billing'],
    queryFn: () => answerOf(api.GET('/api/console/accounts/{accountId}/billing', { params: { path: { accountId } } })),
  });

export function patchBilling(accountId: string, body: PatchBillingRequest): Promise<Billing> {
  return answerOf(api.PATCH('/api/console/accounts/{accountId}/billing', { params: { path: { accountId } }, body }));
}

/** Newest first; for `useList`. */
export function statementsPage(accountId: string) {
  return (query: { readonly limit: string; readonly cursor?: string }, signal: AbortSignal) =>
    answerOf(api.GET('/api/console/accounts/{accountId}/statements', { params: { path: { accountId }, query }, signal }));
}

/** @param month `2026-11` */
export const statementQuery = (accountId: string, month: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'statements', month],
    queryFn: () =>
      answerOf(api.GET('/api/console/accounts/{accountId}/statements/{month}', { params: { path: { accountId, month } } })),
  });

/** Where the file of a statement is fetched. */
export function statementFile(
  accountId: string,
  month: string,
  query: { readonly format: string; readonly encoding?: string; readonly locale: string },
): string {
  const path = `/api/console/accounts/${encodeURIComponent(accountId)}/statements/${encodeURIComponent(month)}/content`;
  return `${path}?${new URLSearchParams(query).toString()}`;
}
