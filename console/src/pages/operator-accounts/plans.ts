import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';

export const plansQuery = queryOptions({
  queryKey: ['operator', 'plans'],
  queryFn: async () => (await answerOf(api.GET('/api/admin/plans', { params: { query: { limit: '200' } } }))).data,
  staleTime: 60_000,
});
