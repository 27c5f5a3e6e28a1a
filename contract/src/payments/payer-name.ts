/** Normalises a name so that the spellings of banks and licences match: one width, one case, no spaces or punctuation. */
function folded(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}]/gu, '');
}

/** Whether a transfer came from the verified enterprise of the account. */
export function isSamePayer(payer: string, verified: string): boolean {
  return folded(payer) === folded(verified);
}
