import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { components } from './schema.d.ts';

export type PublicModel = components['schemas']['PublicModel'];
export type OwnModel = components['schemas']['OwnModel'];

/** The models that can be called. They change seldom. */
export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: async () => (await answerOf(api.GET('/api/console/models', {}))).data,
  staleTime: 300_000,
});

/** The same at what an account pays for them. */
export const ownModelsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'models'],
    queryFn: async () =>
      (await answerOf(api.GET('/api/console/accounts/{accountId}/models', { params: { path: { accountId } } }))).data,
    staleTime: 60_000,
  });
