import { queryOptions } from '@tanstack/react-query';
import type { Body } from './body.ts';
import { answerOf, api } from './client.ts';
import type { Payee } from './payouts.ts';
import type { components, paths } from './schema.d.ts';
import type { PageQuery } from './use-list.ts';

export type AdminPayout = components['schemas']['AdminPayout'];
export type AdminPayoutRow = components['schemas']['AdminPayoutRow'];
export type ApprovePayoutRequest = Body<paths['/api/admin/payouts/{id}/approve']['post']>;
export type RefundPaymentRequest = Body<paths['/api/admin/orders/{id}/refund']['post']>;
export type PayoutsFilter = Pick<NonNullable<paths['/api/admin/payouts']['get']['parameters']['query']>, 'open' | 'state'>;

/** Newest first; for `useList`. */
export function adminPayoutsPage(filter: PayoutsFilter) {
  return (page: PageQuery, signal: AbortSignal) =>
    answerOf(api.GET('/api/admin/payouts', { params: { query: { ...filter, ...page } }, signal }));
}

export const adminPayoutQuery = (id: string) =>
  queryOptions({
    queryKey: ['operator', 'payouts', 'one', id],
    queryFn: () => answerOf(api.GET('/api/admin/payouts/{id}', { params: { path: { id } } })),
  });

export function approvePayout(id: string, body: ApprovePayoutRequest): Promise<AdminPayout> {
  return answerOf(api.POST('/api/admin/payouts/{id}/approve', { params: { path: { id } }, body }));
}

export function rejectPayout(id: string, reason: string): Promise<AdminPayout> {
  return answerOf(api.POST('/api/admin/payouts/{id}/reject', { params: { path: { id } }, body: { reason } }));
}

export function refundPayment(orderId: string, body: RefundPaymentRequest): Promise<AdminPayout> {
  return answerOf(api.POST('/api/admin/orders/{id}/refund', { params: { path: { id: orderId } }, body }));
}

type Which = { readonly id: string; readonly partId: string };

export function sendPart(path: Which, reference: string): Promise<AdminPayout> {
  return answerOf(api.POST('/api/admin/payouts/{id}/parts/{partId}/send', { params: { path }, body: { reference } }));
}

export function confirmPart(path: Which): Promise<AdminPayout> {
  return answerOf(api.POST('/api/admin/payouts/{id}/parts/{partId}/confirm', { params: { path } }));
}

export function retryPart(path: Which): Promise<AdminPayout> {
  return answerOf(api.POST('/api/admin/payouts/{id}/parts/{partId}/retry', { params: { path } }));
}

/** @param payee null: the account that was given. */
export function payPartByBank(path: Which, payee: Payee | null): Promise<AdminPayout> {
  const body = payee === null ? {} : { payee };
  return answerOf(api.POST('/api/admin/payouts/{id}/parts/{partId}/by-bank', { params: { path }, body }));
}

export function giveBackPart(path: Which, reason: string): Promise<AdminPayout> {
  return answerOf(api.POST('/api/admin/payouts/{id}/parts/{partId}/give-back', { params: { path }, body: { reason } }));
}
