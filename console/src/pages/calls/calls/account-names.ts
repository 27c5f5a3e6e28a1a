import { useQueries } from '@tanstack/react-query';
import { operatorTenantsApi } from '../../../api/clients/operator-tenants.ts';

/** Names of accounts, for operators; null until loaded. */
export function useAccountNames(ids: readonly string[]): (id: string | undefined) => string | null {
  const distinct = [...new Set(ids)];
  const found = useQueries({
    queries: distinct.map((id) => ({
      queryKey: ['operator', 'account-name', id],
      queryFn: async () => (await operatorTenantsApi.readAccount({ params: { id } })).name,
      staleTime: Infinity,
    })),
    combine: (answers) => new Map(distinct.map((id, index) => [id, answers[index]?.data ?? null])),
  });
  return (id) => (id === undefined ? null : (found.get(id) ?? null));
}
