import { queryOptions } from '@tanstack/react-query';
import type { ProviderAnswer } from '@tollgate/contract/catalogue/providers';
import { operatorCatalogueApi } from './clients/operator-catalogue.ts';
import { allPages, largestPage } from './http/all-pages.ts';

export type Provider = ProviderAnswer;
export type ProviderRoute = Provider['routes'][number];
export type ProviderKey = ProviderRoute['keys'][number];

const againMs = 30_000;

/** Every provider with what the answering node knows of its routes. */
export const providersQuery = queryOptions({
  queryKey: ['operator', 'providers'],
  queryFn: async ({ signal }): Promise<readonly Provider[]> => {
    const { rows } = await allPages((cursor) =>
      operatorCatalogueApi.listProviders({
        query: { limit: largestPage, ...(cursor === undefined ? {} : { cursor }) },
        signal,
      }),
    );
    return rows;
  },
  refetchInterval: againMs,
});
