import { largestAccountsAnswer } from '@tollgate/contract/admin/largest-accounts';
import { answers } from '../control-http/route-schema.ts';
import { listLargestAccounts } from '../control/largest-accounts.ts';
import { showTime } from '../control/tenant-settings.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

/** The accounts that use the most storage. */
export const largestAccountsResource: AdminResource = (app, deps) => {
  app.get(
    '/largest-accounts',
    {
      schema: {
        tags: ['Operation'],
        summary: 'List the largest accounts',
        description: 'The 50 accounts that use the most storage, in bytes. Counted at most every 10 minutes.',
        response: answers(largestAccountsAnswer),
      },
    },
    async (request) => {
      const { countedAtMs, accounts } = await listLargestAccounts(deps.control, principalOf(deps, request));
      return {
        counted_at: showTime(countedAtMs),
        data: accounts.map(({ accountId, name, bytes, parts }) => ({ account_id: accountId, name, bytes, parts: { ...parts } })),
      };
    },
  );
};
