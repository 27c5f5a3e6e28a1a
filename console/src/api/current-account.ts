import { useSyncExternalStore } from 'react';
import { useSession, type AccountOfSession, type Session } from './session.ts';

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

/** The chosen account of a session, or else its first one. Null for visitors and for operators without an account. */
export function useAccountOf(session: Session | null): AccountOfSession | null {
  const chosen = useSyncExternalStore(subscribe, () => localStorage.getItem(place));
  return session?.accounts.find(({ id }) => id === chosen) ?? session?.accounts[0] ?? null;
}

/** The account that pages show. Null for an operator without an account. */
export function useMaybeAccount(): AccountOfSession | null {
  return useAccountOf(useSession());
}

/** The current account, for pages inside the account frame. Throws if there is none. */
export function useAccount(): AccountOfSession {
  const account = useMaybeAccount();
  if (account === null) throw new Error('no account');
  return account;
}
