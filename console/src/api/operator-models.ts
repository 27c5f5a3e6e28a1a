import { queryOptions } from '@tanstack/react-query';
import type { ModelAnswer } from '@tollgate/contract/catalogue/operator-models';
import { operatorCatalogueApi } from './clients/operator-catalogue.ts';
import { allPages, largestPage } from './http/all-pages.ts';

export type OperatorModel = ModelAnswer;

/** Every model with its prices, for operators; includes models that cannot be called. */
export const operatorModelsQuery = queryOptions({
  queryKey: ['operator', 'models'],
  queryFn: async ({ signal }) =>
    (
      await allPages((cursor) => {
        const query = { limit: largestPage, ...(cursor === undefined ? {} : { cursor }) };
        return operatorCatalogueApi.listModels({ query, signal });
      })
    ).rows,
});
