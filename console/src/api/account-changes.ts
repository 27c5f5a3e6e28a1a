import { queryOptions } from '@tanstack/react-query';
import type { AccountChangeAnswer } from '@tollgate/contract/people/members';
import { siteApi } from './clients/site.ts';

export type AccountChange = AccountChangeAnswer;

/** The last fifty changes of an object, newest first. */
export const changesOfQuery = (accountId: string, objectId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'changes', objectId],
    queryFn: async () => {
      const query = { object_id: objectId };
      const page = await siteApi.listAccountChanges({ params: { accountId }, query });
      return page.data;
    },
  });
