import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';

/** What waits for operators, queue by queue. */
export const workQueuesQuery = queryOptions({
  queryKey: ['operator', 'work-queues'],
  queryFn: async () => (await answerOf(api.GET('/api/admin/work-queues'))).queues,
  staleTime: 30_000,
  refetchInterval: 60_000,
});
