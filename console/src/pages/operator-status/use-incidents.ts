import { useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';

export type Incident = components['schemas']['Incident'];

/** Disturbances that are open, and the newest that are not. */
export function useIncidents() {
  return useQuery({
    queryKey: ['operator', 'incidents'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/admin/incidents', { signal })),
  });
}

/** Has every page look anew at what was told. */
export function useTold(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all([queries.invalidateQueries({ queryKey: ['operator'] }), queries.invalidateQueries({ queryKey: ['status'] })]);
}
