import { useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../../../api/session.ts';
import { useAddressState } from '../../../components/links/address-state.ts';
import { useGo } from '../../../components/links/app-link.tsx';
import { paths } from '../../../paths.ts';
import { nextPage } from './door.tsx';

/**
 * Loads the new session and opens the requested page.
 * @param first page if none was requested; by default, the overview for the person's role.
 */
export function useEnter(first?: string): () => Promise<void> {
  const queries = useQueryClient();
  const go = useGo();
  const { query } = useAddressState();
  return async () => {
    queries.clear();
    const session = await queries.query({ ...sessionQuery, staleTime: 0 });
    const belongsToNone = session?.accounts.length === 0;
    const usual = belongsToNone && session.operator !== null ? paths.operator : paths.overview;
    go(nextPage(query.next, first ?? usual), { replace: true });
  };
}
