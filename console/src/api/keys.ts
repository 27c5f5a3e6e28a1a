import { queryOptions } from '@tanstack/react-query';
import { allPages, largestPage } from './all-pages.ts';
import type { Body } from './body.ts';
import { answerOf, api } from './client.ts';
import type { components, paths } from './schema.d.ts';

export type OwnKey = components['schemas']['OwnKey'];
/** With its value, which is shown this once. */
export type OwnNewKey = components['schemas']['OwnNewKey'];

export type CreateKeyRequest = Body<paths['/api/console/accounts/{accountId}/keys']['post']>;
export type PatchKeyRequest = Body<paths['/api/console/accounts/{accountId}/keys/{keyId}']['patch']>;

export interface KeysFilter {
  readonly search?: string;
  readonly sub_account_id?: string;
}

/** What all that is known of the account's keys stands under. */
export const keysOf = (accountId: string) => ['accounts', accountId, 'keys'] as const;
export const keyListsOf = (accountId: string) => [...keysOf(accountId), 'list'] as const;

/** Of more keys than this the newest are read; a search finds the others. */
const keysMax = 2_000;

/** Keys that are neither reset nor deleted, the newest first. */
export const keysQuery = (accountId: string, filter: KeysFilter = {}) =>
  queryOptions({
    queryKey: [...keyListsOf(accountId), filter],
    queryFn: () =>
      allPages(
        (cursor) =>
          answerOf(
            api.GET('/api/console/accounts/{accountId}/keys', {
              params: {
                path: { accountId },
                query: { ...filter, limit: largestPage, ...(cursor === undefined ? {} : { cursor }) },
              },
            }),
          ),
        keysMax,
      ),
    refetchInterval: 30_000,
  });

export const keyQuery = (accountId: string, keyId: string) =>
  queryOptions({
    queryKey: [...keysOf(accountId), 'one', keyId],
    queryFn: () =>
      answerOf(api.GET('/api/console/accounts/{accountId}/keys/{keyId}', { params: { path: { accountId, keyId } } })),
    refetchInterval: 30_000,
  });

export const suggestedCapsQuery = (accountId: string, keyId: string) =>
  queryOptions({
    queryKey: [...keysOf(accountId), 'suggested', keyId],
    queryFn: () =>
      answerOf(
        api.GET('/api/console/accounts/{accountId}/keys/{keyId}/suggested-caps', { params: { path: { accountId, keyId } } }),
      ),
    staleTime: 300_000,
  });

export function createKey(accountId: string, body: CreateKeyRequest): Promise<OwnNewKey> {
  return answerOf(api.POST('/api/console/accounts/{accountId}/keys', { params: { path: { accountId } }, body }));
}

export function patchKey(accountId: string, keyId: string, body: PatchKeyRequest): Promise<OwnKey> {
  return answerOf(api.PATCH('/api/console/accounts/{accountId}/keys/{keyId}', { params: { path: { accountId, keyId } }, body }));
}

/** The old value is dead at once; the answer is the key that replaces it. */
export function resetKey(accountId: string, keyId: string): Promise<OwnNewKey> {
  return answerOf(api.POST('/api/console/accounts/{accountId}/keys/{keyId}/reset', { params: { path: { accountId, keyId } } }));
}

export function deleteKey(accountId: string, keyId: string): Promise<OwnKey> {
  return answerOf(api.DELETE('/api/console/accounts/{accountId}/keys/{keyId}', { params: { path: { accountId, keyId } } }));
}
