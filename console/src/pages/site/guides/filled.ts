/** What the guides say differently at each installation. */
export interface Filled {
  readonly base: string;
  /** The trial credit of new accounts; null: none. */
  readonly trial: string | null;
  /** Whether the installation sends mails. */
  readonly mail: boolean;
  /** Whom users contact, as in a sentence. */
  readonly support: string;
}

/** The text of a guide with the facts of the installation in their places. */
export function filled(text: string, { base, trial, mail, support }: Filled): string {
  return text
    .replaceAll(/\{trial:([^}]*)\}/g, (_, said: string) => (trial === null ? '' : said.replace('#', trial)))
    .replaceAll(/\{mail:([^}]*)\}/g, (_, said: string) => (mail ? said : ''))
    .replaceAll('{support}', () => support)
    .replaceAll('{base}', base)
    .replaceAll('{origin}', base.replace(/\/v1$/, ''));
}
