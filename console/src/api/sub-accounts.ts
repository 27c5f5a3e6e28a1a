import { queryOptions } from '@tanstack/react-query';
import type { OwnSubAccountAnswer } from '@tollgate/contract/tenants/console-sub-accounts';
import { tenantsApi } from './clients/tenants.ts';
import { allPages, largestPage } from './http/all-pages.ts';
import type { BodyOf } from './http/client.ts';

export type OwnSubAccount = OwnSubAccountAnswer;
export type CreateSubAccountRequest = BodyOf<typeof tenantsApi.createSubAccount>;
export type PatchSubAccountRequest = BodyOf<typeof tenantsApi.changeSubAccount>;

/** Prefix of the query keys for the account's sub-accounts. */
export const subAccountsOf = (accountId: string) => ['accounts', accountId, 'sub-accounts'] as const;

/** The active or the deleted sub-accounts. */
export const subAccountsQuery = (accountId: string, status: 'active' | 'deleted' = 'active') =>
  queryOptions({
    queryKey: [...subAccountsOf(accountId), 'list', status],
    queryFn: () =>
      allPages((cursor) =>
        tenantsApi.listSubAccounts({
          params: { accountId },
          query: { status, limit: largestPage, ...(cursor === undefined ? {} : { cursor }) },
        }),
      ),
  });

export const subAccountQuery = (accountId: string, subAccountId: string) =>
  queryOptions({
    queryKey: [...subAccountsOf(accountId), 'one', subAccountId],
    queryFn: () => tenantsApi.readSubAccount({ params: { accountId, subAccountId } }),
    refetchInterval: 30_000,
  });

export function createSubAccount(accountId: string, body: CreateSubAccountRequest): Promise<OwnSubAccount> {
  return tenantsApi.createSubAccount({ params: { accountId }, body });
}

export function patchSubAccount(accountId: string, subAccountId: string, body: PatchSubAccountRequest): Promise<OwnSubAccount> {
  const path = { accountId, subAccountId };
  return tenantsApi.changeSubAccount({ params: path, body });
}

/** Deletes a sub-account. Its keys are disabled; the log and usage keep its name. */
export function deleteSubAccount(accountId: string, subAccountId: string): Promise<OwnSubAccount> {
  const path = { accountId, subAccountId };
  return tenantsApi.deleteSubAccount({ params: path });
}
