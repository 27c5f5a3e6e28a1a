import { queryOptions } from '@tanstack/react-query';
import type { OwnModelAnswer, PublicModelAnswer } from '@tollgate/contract/catalogue/shown-models';
import { catalogueApi } from './clients/catalogue.ts';

export type PublicModel = PublicModelAnswer;
export type OwnModel = OwnModelAnswer;

/** The models that can be called. They change seldom. */
export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: async () => (await catalogueApi.listModels()).data,
  staleTime: 300_000,
});

/** The same at what an account pays for them. */
export const ownModelsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'models'],
    queryFn: async () => (await catalogueApi.listAccountModels({ params: { accountId } })).data,
    staleTime: 60_000,
  });
