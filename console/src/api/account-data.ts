import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { components } from './schema.d.ts';

export type AccountDataExport = components['schemas']['AccountDataExport'];

const pollMs = 1_000;

/** Whether it is being made. */
export const isUnderWay = (made: AccountDataExport | undefined): boolean =>
  made?.state === 'waiting' || made?.state === 'running';

/** The last file of the account's data that somebody asked for; undefined within the answer if there is none. */
export const accountDataQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'data-exports'],
    queryFn: async () => {
      const params = { path: { accountId }, query: { limit: '1' } };
      const { data } = await answerOf(api.GET('/api/console/accounts/{accountId}/data-exports', { params }));
      return { last: data[0] };
    },
    refetchInterval: ({ state }) => (isUnderWay(state.data?.last) ? pollMs : false),
  });

export const contentOf = (accountId: string, id: string): string =>
  `/api/console/accounts/${encodeURIComponent(accountId)}/data-exports/${encodeURIComponent(id)}/content`;
