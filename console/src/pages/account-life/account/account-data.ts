import { queryOptions } from '@tanstack/react-query';
import type { AccountDataAnswer } from '@tollgate/contract/account-life/account-data';
import { accountLifePaths } from '@tollgate/contract/account-life/console-paths';
import { accountLifeApi } from '../../../api/clients/account-life.ts';
import { urlOf } from '../../../api/http/client.ts';

export type AccountDataExport = AccountDataAnswer;

const pollMs = 1_000;

/** Whether the export is being created. */
export const isUnderWay = (made: AccountDataExport | undefined): boolean =>
  made?.state === 'waiting' || made?.state === 'running';

/** The last requested export of the account's data; undefined in the response if there is none. */
export const accountDataQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'data-exports'],
    queryFn: async () => {
      const { data } = await accountLifeApi.listDataExports({ params: { accountId }, query: { limit: '1' } });
      return { last: data[0] };
    },
    refetchInterval: ({ state }) => (isUnderWay(state.data?.last) ? pollMs : false),
  });

export const contentOf = (accountId: string, id: string): string =>
  urlOf(accountLifePaths.downloadDataExport, { accountId, exportId: id });
