import { queryOptions } from '@tanstack/react-query';
import { operatorSiteApi } from './clients/operator-site.ts';

/** What waits for operators, queue by queue. */
export const workQueuesQuery = queryOptions({
  queryKey: ['operator', 'work-queues'],
  queryFn: async () => (await operatorSiteApi.readWorkQueues()).queues,
  staleTime: 30_000,
  refetchInterval: 60_000,
});
