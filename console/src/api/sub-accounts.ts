import { queryOptions } from '@tanstack/react-query';
import { allPages, largestPage } from './all-pages.ts';
import type { Body } from './body.ts';
import { answerOf, api } from './client.ts';
import type { components, paths } from './schema.d.ts';

export type OwnSubAccount = components['schemas']['OwnSubAccount'];
export type CreateSubAccountRequest = Body<paths['/api/console/accounts/{accountId}/sub-accounts']['post']>;
export type PatchSubAccountRequest = Body<paths['/api/console/accounts/{accountId}/sub-accounts/{subAccountId}']['patch']>;

/** What all that is known of the account's sub-accounts stands under. */
export const subAccountsOf = (accountId: string) => ['accounts', accountId, 'sub-accounts'] as const;

/** Those in use, or those that were deleted. */
export const subAccountsQuery = (accountId: string, status: 'active' | 'deleted' = 'active') =>
  queryOptions({
    queryKey: [...subAccountsOf(accountId), 'list', status],
    queryFn: () =>
      allPages((cursor) =>
        answerOf(
          api.GET('/api/console/accounts/{accountId}/sub-accounts', {
            params: {
              path: { accountId },
              query: { status, limit: largestPage, ...(cursor === undefined ? {} : { cursor }) },
            },
          }),
        ),
      ),
  });

export const subAccountQuery = (accountId: string, subAccountId: string) =>
  queryOptions({
    queryKey: [...subAccountsOf(accountId), 'one', subAccountId],
    queryFn: () =>
      answerOf(
        api.GET('/api/console/accounts/{accountId}/sub-accounts/{subAccountId}', {
          params: { path: { accountId, subAccountId } },
        }),
      ),
    refetchInterval: 30_000,
  });

export function createSubAccount(accountId: string, body: CreateSubAccountRequest): Promise<OwnSubAccount> {
  return answerOf(api.POST('/api/console/accounts/{accountId}/sub-accounts', { params: { path: { accountId } }, body }));
}

export function patchSubAccount(accountId: string, subAccountId: string, body: PatchSubAccountRequest): Promise<OwnSubAccount> {
  const path = { accountId, subAccountId };
  return answerOf(api.PATCH('/api/console/accounts/{accountId}/sub-accounts/{subAccountId}', { params: { path }, body }));
}

/** Its keys are disabled; log and usage keep its name. */
export function deleteSubAccount(accountId: string, subAccountId: string): Promise<OwnSubAccount> {
  const path = { accountId, subAccountId };
  return answerOf(api.DELETE('/api/console/accounts/{accountId}/sub-accounts/{subAccountId}', { params: { path } }));
}
