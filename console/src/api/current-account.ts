import { useSyncExternalStore } from 'react';
import { useSession, type AccountOfSession } from './session.ts';

const place = 'tollgate.account';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

export function chooseAccount(id: string): void {
  localStorage.setItem(place, id);
  for (const listener of listeners) listener();
}

/** The account that pages show: the last chosen one, or else the first. Null for an operator without an account. */
export function useMaybeAccount(): AccountOfSession | null {
  const { accounts } = useSession();
  const chosen = useSyncExternalStore(subscribe, () => localStorage.getItem(place));
  return accounts.find(({ id }) => id === chosen) ?? accounts[0] ?? null;
}

/** The current account, for pages inside the account frame. Throws if there is none. */
export function useAccount(): AccountOfSession {
  const account = useMaybeAccount();
  if (account === null) throw new Error('no account');
  return account;
}
