import { queryOptions } from '@tanstack/react-query';
import { allPages, largestPage } from './all-pages.ts';
import { answerOf, api } from './client.ts';
import type { components } from './schema.d.ts';

export type OwnPrice = components['schemas']['PriceOverride'];
export type PricedModel = components['schemas']['Model'];
export type PriceLines = components['schemas']['Price'];

/** All prices of its own that an account has or had. */
export function ownPricesQuery(accountId: string) {
  return queryOptions({
    queryKey: ['operator', 'account', accountId, 'prices'],
    queryFn: async ({ signal }) =>
      (
        await allPages((cursor) => {
          const query = { limit: largestPage, ...(cursor === undefined ? {} : { cursor }) };
          return answerOf(api.GET('/api/admin/accounts/{id}/prices', { params: { path: { id: accountId }, query }, signal }));
        })
      ).rows,
  });
}

/** Every model with its list price, for operators. */
export const pricedModelsQuery = queryOptions({
  queryKey: ['operator', 'models'],
  queryFn: async ({ signal }) =>
    (
      await allPages((cursor) => {
        const query = { limit: largestPage, ...(cursor === undefined ? {} : { cursor }) };
        return answerOf(api.GET('/api/admin/models', { params: { query }, signal }));
      })
    ).rows,
  staleTime: 60_000,
});

interface Target {
  readonly accountId: string;
  readonly model: string;
}

export interface PutOwnPrice {
  readonly price: PriceLines;
  readonly price_from?: string;
  readonly price_until?: string;
  readonly confirm?: boolean;
}

/** @throws {ApiError} 400 naming `confirm` where the price differs tenfold */
export function putOwnPrice({ accountId, model }: Target, body: PutOwnPrice): Promise<OwnPrice> {
  return answerOf(api.PUT('/api/admin/accounts/{id}/prices/{model}', { params: { path: { id: accountId, model } }, body }));
}

export function withdrawOwnPrice({ accountId, model }: Target): Promise<OwnPrice> {
  return answerOf(api.DELETE('/api/admin/accounts/{id}/prices/{model}', { params: { path: { id: accountId, model } } }));
}
