import { queryOptions } from '@tanstack/react-query';
import type { OwnKeyAnswer, OwnNewKeyAnswer } from '@tollgate/contract/tenants/console-keys';
import { tenantsApi } from './clients/tenants.ts';
import { allPages, largestPage } from './http/all-pages.ts';
import type { BodyOf } from './http/client.ts';

export type OwnKey = OwnKeyAnswer;
/** Includes the value, which is shown only once. */
export type OwnNewKey = OwnNewKeyAnswer;

export type CreateKeyRequest = BodyOf<typeof tenantsApi.createKey>;
export type PatchKeyRequest = BodyOf<typeof tenantsApi.changeKey>;

export interface KeysFilter {
  readonly search?: string;
  readonly sub_account_id?: string;
}

/** Prefix of the query keys for the account's keys. */
export const keysOf = (accountId: string) => ['accounts', accountId, 'keys'] as const;
export const keyListsOf = (accountId: string) => [...keysOf(accountId), 'list'] as const;

/** Maximum number of keys that are loaded, newest first; a search finds the others. */
const keysMax = 2_000;

/** Keys that are neither reset nor deleted, newest first. */
export const keysQuery = (accountId: string, filter: KeysFilter = {}) =>
  queryOptions({
    queryKey: [...keyListsOf(accountId), filter],
    queryFn: () =>
      allPages(
        (cursor) =>
          tenantsApi.listKeys({
            params: { accountId },
            query: { ...filter, limit: largestPage, ...(cursor === undefined ? {} : { cursor }) },
          }),
        keysMax,
      ),
    refetchInterval: 30_000,
  });

export const keyQuery = (accountId: string, keyId: string) =>
  queryOptions({
    queryKey: [...keysOf(accountId), 'one', keyId],
    queryFn: () => tenantsApi.readKey({ params: { accountId, keyId } }),
    refetchInterval: 30_000,
  });

export const suggestedCapsQuery = (accountId: string, keyId: string) =>
  queryOptions({
    queryKey: [...keysOf(accountId), 'suggested', keyId],
    queryFn: () => tenantsApi.suggestCaps({ params: { accountId, keyId } }),
    staleTime: 300_000,
  });

export function createKey(accountId: string, body: CreateKeyRequest): Promise<OwnNewKey> {
  return tenantsApi.createKey({ params: { accountId }, body });
}

export function patchKey(accountId: string, keyId: string, body: PatchKeyRequest): Promise<OwnKey> {
  return tenantsApi.changeKey({ params: { accountId, keyId }, body });
}

/** Resets a key. The old value is invalid at once; returns the replacement key. */
export function resetKey(accountId: string, keyId: string): Promise<OwnNewKey> {
  return tenantsApi.resetKey({ params: { accountId, keyId } });
}

export function deleteKey(accountId: string, keyId: string): Promise<OwnKey> {
  return tenantsApi.deleteKey({ params: { accountId, keyId } });
}
