import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';

/** What the last audit of the books found. */
export const lastAuditQuery = queryOptions({
  queryKey: ['operator', 'last-audit'],
  queryFn: () => answerOf(api.GET('/api/admin/audit/last')),
  staleTime: 60_000,
  refetchInterval: 300_000,
});
