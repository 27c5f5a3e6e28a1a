import { queryOptions } from '@tanstack/react-query';
import type { PayoutAnswer } from '@tollgate/contract/payments/console-payouts';
import { paymentsApi } from '../../api/clients/payments.ts';
import type { BodyOf } from '../../api/http/client.ts';
import type { PageQuery } from '../../api/http/use-list.ts';

export type Payout = PayoutAnswer;
export type PayoutRequest = BodyOf<typeof paymentsApi.requestPayout>;

/** The amount that can be refunded now. */
export const payoutOfferQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'payouts', 'offer'],
    queryFn: () => paymentsApi.readPayoutOffer({ params: { accountId } }),
  });

/** Payouts, newest first; for `useList`. */
export function payoutsPage(accountId: string, orderId?: string) {
  return (page: PageQuery, signal: AbortSignal) =>
    paymentsApi.listPayouts({
      params: { accountId },
      query: { ...page, ...(orderId === undefined ? {} : { order_id: orderId }) },
      signal,
    });
}

export const payoutQuery = (accountId: string, payoutId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'payouts', payoutId],
    queryFn: () => paymentsApi.readPayout({ params: { accountId, payoutId } }),
  });

/** @param key identifies this intention; see newIdempotencyKey. */
export function requestPayout(accountId: string, body: PayoutRequest, key: string): Promise<Payout> {
  return paymentsApi.requestPayout({ params: { accountId }, body, headers: { 'idempotency-key': key } });
}

export function withdrawPayout(accountId: string, payoutId: string): Promise<Payout> {
  return paymentsApi.withdrawPayout({ params: { accountId, payoutId } });
}
