import { queryOptions } from '@tanstack/react-query';
import type { OwnBalanceAnswer } from '@tollgate/contract/tenants/account';
import { tenantsApi } from './clients/tenants.ts';

export type OwnBalance = OwnBalanceAnswer;

export const ownAccountQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'account'],
    queryFn: () => tenantsApi.readAccount({ params: { accountId } }),
  });

export const balanceQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'balance'],
    queryFn: () => tenantsApi.readBalance({ params: { accountId } }),
  });

/** @param token from the link in the mail that confirms a contact address. */
export function proveContact(token: string) {
  return tenantsApi.confirmContactAddress({ body: { token } });
}
