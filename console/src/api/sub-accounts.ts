import { queryOptions } from '@tanstack/react-query';
import { allPages, largestPage } from './all-pages.ts';
import { send } from './send.ts';

export interface OwnSubAccount {
  readonly id: string;
  readonly name: string;
}

export const subAccountsOf = (accountId: string) => ['accounts', accountId, 'sub-accounts'] as const;

/** The sub-accounts of an account, without those that were deleted. */
export const subAccountsQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...subAccountsOf(accountId), 'list'],
    queryFn: () =>
      allPages((cursor) =>
        send<{ data: OwnSubAccount[]; next: string | null }>(
          `/api/console/accounts/${accountId}/sub-accounts?limit=${largestPage}${cursor === undefined ? '' : `&cursor=${cursor}`}`,
        ),
      ),
  });
