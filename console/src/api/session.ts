import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { SessionAnswer } from '@tollgate/contract/people/session';
import { peopleApi } from './clients/people.ts';
import { isSignedOut } from './http/send.ts';

export type Session = SessionAnswer;
export type AccountOfSession = Session['accounts'][number];
export type OfferedInvitation = Session['invitations'][number];
export type Role = AccountOfSession['role'];
export type OperatorRole = NonNullable<Session['operator']>;

/**
 * Remembers that someone signed in with this browser. Public pages request the session only then, because the request of a visitor would
 * only be refused.
 */
const place = 'tollgate.signed-in';

async function readSession(): Promise<Session | null> {
  try {
    const session = await peopleApi.readSession();
    localStorage.setItem(place, 'yes');
    return session;
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    localStorage.removeItem(place);
    return null;
  }
}

/** The signed-in person; null if nobody is signed in. */
export const sessionQuery = queryOptions({ queryKey: ['session'], queryFn: readSession, staleTime: 60_000 });

export function hasSignedIn(): boolean {
  return localStorage.getItem(place) !== null;
}

/** The session for pages that show more to signed-in people but need no sign-in. */
export function useMaybeSession(): Session | null {
  return useQuery({ ...sessionQuery, enabled: hasSignedIn() }).data ?? null;
}

/** The session inside the frames of accounts and operators, where a person is always signed in. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) throw new Error('nobody is signed in');
  return data;
}
