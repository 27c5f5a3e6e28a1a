import { queryOptions } from '@tanstack/react-query';
import type { OwnCallAnswer } from '@tollgate/contract/calls/console-calls';
import { callsApi } from '../../../api/clients/calls.ts';

export type OwnCall = OwnCallAnswer;

/** Polling interval until the first call. */
const lookMs = 2_000;

/** The newest call of a key that was just created. */
export const firstCallQuery = (accountId: string, keyId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'calls', 'first', keyId],
    queryFn: async (): Promise<OwnCall | null> => {
      const query = { key_id: keyId, limit: '1' };
      const page = await callsApi.listCalls({ params: { accountId }, query });
      return page.data[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data === undefined || state.data === null ? lookMs : false),
  });
