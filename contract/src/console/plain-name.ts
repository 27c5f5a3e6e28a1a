/** Line ends, signs that turn the order of letters, and others that nobody sees. Joiners belong to names in some scripts. */
export const unseenSigns = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
const advertises = /:\/\/|www\./i;

/**
 * Whether a name that people choose shows what it is. Names of people and accounts stand in mails to others: nobody is to advertise
 * there, or to pass for somebody else.
 */
export function isPlainName(name: string): boolean {
  return name.trim() !== '' && !unseenSigns.test(name) && !advertises.test(name);
}
