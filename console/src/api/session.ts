import type { SessionAnswer } from '@tollgate/contract/console/session';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { isSignedOut, send } from './send.ts';

export type Session = SessionAnswer;
export type AccountOfSession = Session['accounts'][number];
export type Role = AccountOfSession['role'];
export type OperatorRole = NonNullable<Session['operator']>;

async function readSession(): Promise<Session | null> {
  try {
    return await send<Session>('/api/console/session');
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
}

/** Who is signed in; null if nobody is. */
export const sessionQuery = queryOptions({ queryKey: ['session'], queryFn: readSession, staleTime: 60_000 });

/** For pages that show more to who is signed in, but need nobody to be. */
export function useMaybeSession(): Session | null {
  return useQuery(sessionQuery).data ?? null;
}

/** Inside the frame of an account or of the operator, where somebody is signed in. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) throw new Error('nobody is signed in');
  return data;
}
