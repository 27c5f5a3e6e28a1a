import { queryOptions } from '@tanstack/react-query';
import type { Body } from './body.ts';
import { answerOf, api } from './client.ts';
import type { components, paths } from './schema.d.ts';
import type { PageQuery } from './use-list.ts';

export type Payout = components['schemas']['Payout'];
export type PayoutRow = components['schemas']['PayoutRow'];
export type PayoutOffer = components['schemas']['PayoutOffer'];
export type Payee = components['schemas']['Payee'];
export type PayoutRequest = Body<paths['/api/console/accounts/{accountId}/payouts']['post']>;

/** What can be returned now. */
export const payoutOfferQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'payouts', 'offer'],
    queryFn: () => answerOf(api.GET('/api/console/accounts/{accountId}/payout-offer', { params: { path: { accountId } } })),
  });

/** Newest first; for `useList`. */
export function payoutsPage(accountId: string, orderId?: string) {
  return (page: PageQuery, signal: AbortSignal) =>
    answerOf(
      api.GET('/api/console/accounts/{accountId}/payouts', {
        params: { path: { accountId }, query: { ...page, ...(orderId === undefined ? {} : { order_id: orderId }) } },
        signal,
      }),
    );
}

export const payoutQuery = (accountId: string, payoutId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'payouts', payoutId],
    queryFn: () =>
      answerOf(api.GET('/api/console/accounts/{accountId}/payouts/{payoutId}', { params: { path: { accountId, payoutId } } })),
  });

/** @param key of this one intention; see newIdempotencyKey. */
export function requestPayout(accountId: string, body: PayoutRequest, key: string): Promise<Payout> {
  return answerOf(
    api.POST('/api/console/accounts/{accountId}/payouts', {
      params: { path: { accountId } },
      body,
      headers: { 'idempotency-key': key },
    }),
  );
}

export function withdrawPayout(accountId: string, payoutId: string): Promise<Payout> {
  return answerOf(
    api.POST('/api/console/accounts/{accountId}/payouts/{payoutId}/withdraw', { params: { path: { accountId, payoutId } } }),
  );
}
