import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { components } from './schema.d.ts';

export type Robot = components['schemas']['Robot'];
export type AlarmGroup = components['schemas']['AlarmGroup'];

export const robotsQuery = queryOptions({
  queryKey: ['operator', 'robots'],
  queryFn: async () => (await answerOf(api.GET('/api/admin/robots'))).data,
});
