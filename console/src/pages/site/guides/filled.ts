/** Values in the guides that depend on the installation. */
export interface Filled {
  readonly base: string;
  /** The trial credit of new accounts; null if there is none. */
  readonly trial: string | null;
  /** Whether the installation sends mails. */
  readonly mail: boolean;
  /** Whom users can contact, as part of a sentence. */
  readonly support: string;
}

/** Fills the values of the installation into the text of a guide. */
export function filled(text: string, { base, trial, mail, support }: Filled): string {
  return text
    .replaceAll(/\{trial:([^}]*)\}/g, (_, said: string) => (trial === null ? '' : said.replace('#', trial)))
    .replaceAll(/\{mail:([^}]*)\}/g, (_, said: string) => (mail ? said : ''))
    .replaceAll('{support}', () => support)
    .replaceAll('{base}', base)
    .replaceAll('{origin}', base.replace(/\/v1$/, ''));
}
