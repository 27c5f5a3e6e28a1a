import { isSeenLine } from '../seen-text.ts';

const advertises = /:\/\/|www\./i;

/**
 * Whether a name chosen by a person is unambiguous. Names of people and accounts appear in mails to others, so they must not advertise or
 * impersonate.
 */
export function isPlainName(name: string): boolean {
  return name.trim() !== '' && isSeenLine(name) && !advertises.test(name);
}
