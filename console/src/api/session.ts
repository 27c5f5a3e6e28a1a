import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { isSignedOut, send } from './send.ts';

export type Role = 'owner' | 'admin' | 'developer' | 'finance';
export type OperatorRole = 'administrator' | 'support' | 'finance';

export interface AccountOfSession {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Bound to this part of the account alone. */
  readonly sub_account_id: string | null;
}

export interface Session {
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly email_verified: boolean;
    readonly locale: string | null;
    readonly two_factor: boolean;
  };
  readonly accounts: readonly AccountOfSession[];
  readonly operator: OperatorRole | null;
  /** Of days and months of caps. */
  readonly time_zone: string;
}

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
