import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { IncidentAnswer } from '@tollgate/contract/news/incidents';
import { operatorNewsApi } from '../../../api/clients/operator-news.ts';

export type Incident = IncidentAnswer;

/** Disturbances that are open, and the newest that are not. */
export function useIncidents() {
  return useQuery({
    queryKey: ['operator', 'incidents'],
    queryFn: ({ signal }) => operatorNewsApi.listIncidents({ signal }),
  });
}

/** Makes every page load the published incidents again. */
export function useReloadIncidents(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all([queries.invalidateQueries({ queryKey: ['operator'] }), queries.invalidateQueries({ queryKey: ['status'] })]);
}
