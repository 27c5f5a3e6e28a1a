import type { KeyAnswer, PatchKeyRequest } from '@tollgate/contract/admin/keys';
import { queryOptions } from '@tanstack/react-query';
import { allPages, largestPage } from './all-pages.ts';
import { send } from './send.ts';

export type OwnKey = Omit<KeyAnswer, 'account_id' | 'warnings'> & {
  readonly sub_account_name: string | null;
  readonly last_used: { readonly at: string; readonly ip: string } | null;
};

export const keysQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['accounts', accountId, 'keys'],
    queryFn: () =>
      allPages((cursor) =>
        send<{ data: OwnKey[]; next: string | null }>(
          `/api/console/accounts/${accountId}/keys?limit=${largestPage}${cursor === undefined ? '' : `&cursor=${cursor}`}`,
        ),
      ),
  });

export function patchKey(accountId: string, keyId: string, body: PatchKeyRequest): Promise<OwnKey> {
  return send(`/api/console/accounts/${accountId}/keys/${keyId}`, { method: 'PATCH', body });
}
