import type { Person } from './person.ts';

/** Finds people by the details that operators know. */
export interface PeopleFinder {
  findPerson(who: { readonly id: string } | { readonly email: string }): Promise<Person | null>;
}
