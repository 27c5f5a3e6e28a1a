import { queryOptions } from '@tanstack/react-query';
import { operatorSiteApi } from './clients/operator-site.ts';

/** The queues of operators. */
export const workQueuesQuery = queryOptions({
  queryKey: ['operator', 'work-queues'],
  queryFn: async () => (await operatorSiteApi.readWorkQueues()).queues,
  staleTime: 30_000,
  refetchInterval: 60_000,
});
