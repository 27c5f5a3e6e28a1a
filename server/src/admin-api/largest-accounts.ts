import { largestAccountsAnswer } from '@tollgate/contract/admin/largest-accounts';
import { answers } from '../control-http/route-schema.ts';
import { listLargestAccounts } from '../control/largest-accounts.ts';
import { showTime } from '../control/tenant-settings.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

/** Which accounts make the service keep most. */
export const largestAccountsResource: AdminResource = (app, deps) => {
  app.get(
    '/largest-accounts',
    {
      schema: {
        tags: ['Operation'],
        summary: 'List the largest accounts',
        description: 'The 50 that make the service keep most, by bytes. Counted at most every ten minutes.',
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
