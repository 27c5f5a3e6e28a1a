import { queryOptions } from '@tanstack/react-query';
import type { AccountChangeAnswer } from '@tollgate/contract/people/members';
import { siteApi } from './clients/site.ts';

export type AccountChange = AccountChangeAnswer;

/** Changes of one object, the newest first; the last fifty. */
export const changesOfQuery = (accountId: string, objectId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'changes', objectId],
    queryFn: async () => {
      const query = { object_id: objectId };
      const page = await siteApi.listAccountChanges({ params: { accountId }, query });
      return page.data;
    },
  });
