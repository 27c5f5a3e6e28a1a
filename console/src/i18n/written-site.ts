/** What the server wrote of the site into the page, so that the words are right before anything is asked. */
interface WrittenSite {
  /** Whether mails are sent. */
  readonly mail: boolean;
  /** How users reach the operator; null: nothing is named. */
  readonly support: string | null;
}

function readWritten(): WrittenSite {
  const written = document.querySelector<HTMLMetaElement>("meta[name='site']")?.content ?? '';
  return written.startsWith('{"') ? (JSON.parse(written) as WrittenSite) : { mail: true, support: null };
}

export const writtenSite = readWritten();
