import type { KeyEntry } from './directory.ts';

/** Whether calls of a key may go to upstreams in the country only: it says so, or its account does. */
export function staysInCountry({ key, account }: Pick<KeyEntry, 'key' | 'account'>): boolean {
  return key.domesticOnly || account.account.domesticOnly;
}
