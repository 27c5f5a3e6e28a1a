import { queryOptions } from '@tanstack/react-query';
import type { Body } from './body.ts';
import { answerOf, api } from './client.ts';
import type { components, paths } from './schema.d.ts';
import type { PageQuery } from './use-list.ts';

export type Order = components['schemas']['Order'];
export type OrderRow = components['schemas']['OrderRow'];
export type PaymentStep = components['schemas']['PaymentStep'];
export type Redemption = components['schemas']['Redemption'];
export type CreateOrderRequest = Body<paths['/api/console/accounts/{accountId}/orders']['post']>;

/** What an account can pay with now. */
export const topUpQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'top-up'],
    queryFn: () => answerOf(api.GET('/api/console/accounts/{accountId}/top-up', { params: { path: { accountId } } })),
  });

/** Newest first; for `useList`. */
export function ordersPage(accountId: string) {
  return (query: PageQuery, signal: AbortSignal) =>
    answerOf(api.GET('/api/console/accounts/{accountId}/orders', { params: { path: { accountId }, query }, signal }));
}

export const orderQuery = (accountId: string, orderId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'orders', orderId],
    queryFn: () =>
      answerOf(api.GET('/api/console/accounts/{accountId}/orders/{orderId}', { params: { path: { accountId, orderId } } })),
  });

/** Newest first. */
export const redemptionsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'redemptions'],
    queryFn: async () =>
      (await answerOf(api.GET('/api/console/accounts/{accountId}/redemptions', { params: { path: { accountId } } }))).data,
  });

const once = (key: string): { readonly headers: Readonly<Record<string, string>> } => ({ headers: { 'idempotency-key': key } });

/** @param key of this one intention; see newIdempotencyKey. */
export function createOrder(accountId: string, body: CreateOrderRequest, key: string): Promise<Order> {
  return answerOf(api.POST('/api/console/accounts/{accountId}/orders', { params: { path: { accountId } }, body, ...once(key) }));
}

/** Asks the payment service again. */
export function prepareOrder(accountId: string, orderId: string): Promise<Order> {
  return answerOf(
    api.POST('/api/console/accounts/{accountId}/orders/{orderId}/prepare', { params: { path: { accountId, orderId } } }),
  );
}

export function redeem(accountId: string, code: string, key: string): Promise<Redemption> {
  return answerOf(
    api.POST('/api/console/accounts/{accountId}/redemptions', { params: { path: { accountId } }, body: { code }, ...once(key) }),
  );
}
