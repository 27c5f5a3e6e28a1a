import { isSeenLine } from '../seen-text.ts';

const advertises = /:\/\/|www\./i;

/**
 * Whether a name that people choose shows what it is. Names of people and accounts stand in mails to others: nobody is to advertise
 * there, or to pass for somebody else.
 */
export function isPlainName(name: string): boolean {
  return name.trim() !== '' && isSeenLine(name) && !advertises.test(name);
}
