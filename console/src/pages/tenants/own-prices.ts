import { queryOptions } from '@tanstack/react-query';
import type { OverrideAnswer } from '@tollgate/contract/catalogue/operator-models';
import type { PriceRequest } from '@tollgate/contract/catalogue/prices';
import { operatorCatalogueApi } from '../../api/clients/operator-catalogue.ts';
import { allPages, largestPage } from '../../api/http/all-pages.ts';

export type OwnPrice = OverrideAnswer;
export type PriceLines = PriceRequest;

/** All current and past custom prices of an account. */
export function ownPricesQuery(accountId: string) {
  return queryOptions({
    queryKey: ['operator', 'account', accountId, 'prices'],
    queryFn: async ({ signal }) =>
      (
        await allPages((cursor) => {
          const query = { limit: largestPage, ...(cursor === undefined ? {} : { cursor }) };
          return operatorCatalogueApi.listAccountPrices({ params: { id: accountId }, query, signal });
        })
      ).rows,
  });
}

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

/** @throws {ApiError} 400 naming `confirm` if the price differs tenfold */
export function putOwnPrice({ accountId, model }: Target, body: PutOwnPrice): Promise<OwnPrice> {
  return operatorCatalogueApi.putAccountPrice({ params: { id: accountId, '*': model }, body });
}

export function withdrawOwnPrice({ accountId, model }: Target): Promise<OwnPrice> {
  return operatorCatalogueApi.withdrawAccountPrice({ params: { id: accountId, '*': model } });
}
