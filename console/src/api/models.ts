import { queryOptions } from '@tanstack/react-query';
import type { OwnModelAnswer, PublicModelAnswer } from '@tollgate/contract/catalogue/shown-models';
import { catalogueApi } from './clients/catalogue.ts';

export type PublicModel = PublicModelAnswer;
export type OwnModel = OwnModelAnswer;

/** The callable models, which rarely change. */
export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: async () => (await catalogueApi.listModels()).data,
  staleTime: 300_000,
});

/** The callable models at the current prices of the account. */
export const ownModelsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'models'],
    queryFn: async () => (await catalogueApi.listAccountModels({ params: { accountId } })).data,
    staleTime: 60_000,
  });
