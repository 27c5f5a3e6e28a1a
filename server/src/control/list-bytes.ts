import type { Key } from '../domain/tenants/tenant.ts';

/** Bytes that the allow-lists of a key or sub-account take, as the database keeps them: they are ASCII. */
export function listBytes({ ipAllowList, modelAllowList }: Partial<Pick<Key, 'ipAllowList' | 'modelAllowList'>>): number {
  return [ipAllowList, modelAllowList].reduce((sum, list) => sum + (list ? JSON.stringify(list).length : 0), 0);
}
