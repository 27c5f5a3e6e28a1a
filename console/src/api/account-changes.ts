import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { components } from './schema.d.ts';

export type AccountChange = components['schemas']['AccountChange'];

/** What was changed of one thing, the newest first; the last fifty changes. */
export const changesOfQuery = (accountId: string, objectId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'changes', objectId],
    queryFn: async () => {
      const query = { object_id: objectId };
      const page = await answerOf(api.GET('/api/console/accounts/{accountId}/audit', { params: { path: { accountId }, query } }));
      return page.data;
    },
  });
