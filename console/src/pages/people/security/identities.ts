import { queryOptions, useQuery } from '@tanstack/react-query';
import { readAuth } from './auth-calls.ts';

export interface Identity {
  readonly id: string;
  /** `credential`: the password. */
  readonly providerId: string;
  readonly createdAt: string;
}

export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: () => readAuth<readonly Identity[]>('/list-accounts'),
});

/** Whether the person has a password; undefined until loaded. */
export function useHasPassword(): boolean | undefined {
  return useQuery(identitiesQuery).data?.some(({ providerId }) => providerId === 'credential');
}
