import { queryOptions } from '@tanstack/react-query';
import { operatorSiteApi } from './clients/operator-site.ts';

/** Findings of the last audit of the books. */
export const lastAuditQuery = queryOptions({
  queryKey: ['operator', 'last-audit'],
  queryFn: () => operatorSiteApi.readLastAudit(),
  staleTime: 60_000,
  refetchInterval: 300_000,
});
