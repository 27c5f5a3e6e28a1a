import type { Person } from './person.ts';

/** Finds people by what operators know of them. */
export interface PeopleFinder {
  findPerson(who: { readonly id: string } | { readonly email: string }): Promise<Person | null>;
}
