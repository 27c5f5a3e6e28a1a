import { queryOptions } from '@tanstack/react-query';
import type { OrderAnswer, RedemptionAnswer } from '@tollgate/contract/payments/console-orders';
import { paymentsApi } from './clients/payments.ts';
import type { BodyOf } from './http/client.ts';
import type { PageQuery } from './http/use-list.ts';

export type Order = OrderAnswer;
export type Redemption = RedemptionAnswer;
export type CreateOrderRequest = BodyOf<typeof paymentsApi.createOrder>;

/** The payment methods currently available to the account. */
export const topUpQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'top-up'],
    queryFn: () => paymentsApi.readTopUp({ params: { accountId } }),
  });

/** Orders, newest first; for `useList`. */
export function ordersPage(accountId: string) {
  return (query: PageQuery, signal: AbortSignal) => paymentsApi.listOrders({ params: { accountId }, query, signal });
}

export const orderQuery = (accountId: string, orderId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'orders', orderId],
    queryFn: () => paymentsApi.readOrder({ params: { accountId, orderId } }),
  });

/** Newest first. */
export const redemptionsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'redemptions'],
    queryFn: async () => (await paymentsApi.listRedemptions({ params: { accountId } })).data,
  });

const once = (key: string): { readonly headers: Readonly<Record<string, string>> } => ({ headers: { 'idempotency-key': key } });

/** @param key identifies this intention; see newIdempotencyKey. */
export function createOrder(accountId: string, body: CreateOrderRequest, key: string): Promise<Order> {
  return paymentsApi.createOrder({ params: { accountId }, body, ...once(key) });
}

/** Queries the payment service again. */
export function prepareOrder(accountId: string, orderId: string): Promise<Order> {
  return paymentsApi.checkOrder({ params: { accountId, orderId } });
}

export function redeem(accountId: string, code: string, key: string): Promise<Redemption> {
  return paymentsApi.redeemCode({ params: { accountId }, body: { code }, ...once(key) });
}
