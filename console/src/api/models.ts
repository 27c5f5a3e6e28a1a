import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { components } from './schema.d.ts';

export type PublicModel = components['schemas']['PublicModel'];

/** The models that can be called. They change seldom. */
export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: async () => (await answerOf(api.GET('/api/console/models', {}))).data,
  staleTime: 300_000,
});
