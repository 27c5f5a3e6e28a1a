import { useQuery } from '@tanstack/react-query';
import { callsApi } from '../../../api/clients/calls.ts';
import { catalogueApi } from '../../../api/clients/catalogue.ts';

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

type Group = 'model' | 'key_id' | 'sub_account_id';

/** Retention of the log. */
const daysBack = 90;
const dayMs = 86_400_000;

/** Values that occur in calls, including deleted objects that are still in the log. */
export function useFilterOptions(accountId: string, group: Group): readonly FilterOption[] {
  const { data } = useQuery({
    queryKey: ['calls', accountId, 'options', group],
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - daysBack * dayMs).toISOString().slice(0, 10);
      const query = { group_by: group, from, limit: '200' };
      const { data: rows } = await callsApi.sumUsage({ params: { accountId }, query, signal });
      return rows.flatMap((row) => {
        const value = row[group];
        if (value === undefined || value === null) return [];
        return [{ value, label: row.name ?? value }];
      });
    },
    staleTime: 300_000,
  });
  return data ?? [];
}

/** All models on sale, for operators. */
export function useModelOptions(): readonly FilterOption[] {
  const { data } = useQuery({
    queryKey: ['models'],
    queryFn: () => catalogueApi.listModels(),
    staleTime: 300_000,
    select: ({ data: models }) => models.map(({ name }) => ({ value: name, label: name })),
  });
  return data ?? [];
}
