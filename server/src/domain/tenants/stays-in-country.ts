import type { KeyEntry } from './directory.ts';

/** Whether calls of a key may only go to domestic upstreams, as set on the key or its account. */
export function staysInCountry({ key, account }: Pick<KeyEntry, 'key' | 'account'>): boolean {
  return key.domesticOnly || account.account.domesticOnly;
}
