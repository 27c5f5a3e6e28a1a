/** Site data that the server wrote into the page, so that texts are correct before any request. */
interface WrittenSite {
  /** Whether the installation sends mails. */
  readonly mail: boolean;
  /** How users reach the operator; null if no contact is set. */
  readonly support: string | null;
}

function readWritten(): WrittenSite {
  const written = document.querySelector<HTMLMetaElement>("meta[name='site']")?.content ?? '';
  return written.startsWith('{"') ? (JSON.parse(written) as WrittenSite) : { mail: true, support: null };
}

export const writtenSite = readWritten();
