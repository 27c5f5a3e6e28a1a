import type { Key } from '../domain/tenants/tenant.ts';

/** Number of bytes of a key's or sub-account's allow-lists in the database; they are ASCII. */
export function listBytes({ ipAllowList, modelAllowList }: Partial<Pick<Key, 'ipAllowList' | 'modelAllowList'>>): number {
  return [ipAllowList, modelAllowList].reduce((sum, list) => sum + (list ? JSON.stringify(list).length : 0), 0);
}
