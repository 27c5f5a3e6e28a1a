import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { IncidentAnswer } from '@tollgate/contract/news/incidents';
import { operatorNewsApi } from '../../../api/clients/operator-news.ts';

export type Incident = IncidentAnswer;

/** Open incidents, and the newest resolved ones. */
export function useIncidents() {
  return useQuery({
    queryKey: ['operator', 'incidents'],
    queryFn: ({ signal }) => operatorNewsApi.listIncidents({ signal }),
  });
}

/** Reloads the published incidents on every page. */
export function useReloadIncidents(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all([queries.invalidateQueries({ queryKey: ['operator'] }), queries.invalidateQueries({ queryKey: ['status'] })]);
}
