import type { Locale } from '@tollgate/contract/enumerations';
import type { NewsMailing, NewsMailings, NewsReaders } from '../../domain/people/news-mailings.ts';
import type { NewsMarks } from '../../domain/people/news-marks.ts';
import type { OutgoingMail } from '../../domain/people/outgoing-mail.ts';
import type { Person } from '../../domain/people/person.ts';
import { nextTurn } from '../../platform/next-turn.ts';
import type { TimedJob } from '../../jobs/timed-job.ts';

/** Small enough that no transaction delays others. */
const readersPerUnit = 50;
/** Number of concurrent lookups in the thread that stores people. */
const peopleAtOnce = 10;
/** Maximum number of unsent mails per announcement. More are created when these are sent, so that the outbox never fills up. */
const dueMax = 400;
/** Maximum number including mails that a mail server has deferred. */
const waitingMax = 4000;
/** Per run, so that the run ends and its lease can move to a live node. */
const unitsPerRun = 40;

export interface MailAnnouncementsOptions {
  readonly mailings: NewsMailings;
  /** Unsubscribed addresses, identified by their marks. */
  readonly refusals: { readonly among: (marks: readonly string[]) => Promise<ReadonlySet<string>> };
  readonly marks: NewsMarks;
  readonly findPerson: (id: string) => Promise<Pick<Person, 'email' | 'emailVerified' | 'locale'> | null>;
  /** Language of addresses without a preference. */
  readonly locale: Locale;
  /** Without a trailing slash. */
  readonly consoleUrl: () => string;
  /** Whether a mail server is configured. */
  readonly leaves: boolean;
  readonly nowMs: () => number;
}

interface Recipient {
  readonly address: string;
  readonly locale: Locale;
}

function iso(ms: number | undefined): string {
  return ms === undefined ? '' : Temporal.Instant.fromEpochMilliseconds(ms).toString();
}

function mailOf(
  { id, title, text, window }: NewsMailing,
  { address, locale }: Recipient,
  { consoleUrl, marks }: Pick<MailAnnouncementsOptions, 'consoleUrl' | 'marks'>,
): OutgoingMail {
  return {
    source: `announcement:${id}`,
    recipient: address,
    locale,
    template: 'announcement',
    params: {
      title: title[locale],
      text: text[locale],
      from: iso(window?.fromMs),
      until: iso(window?.untilMs),
      url: `${consoleUrl()}/announcements/${encodeURIComponent(id)}`,
      unsubscribe: `${consoleUrl()}/unsubscribe?t=${marks.tokenOf(address)}`,
    },
  };
}

/**
 * Creates mails for public announcements that request it: one per address, except unsubscribed addresses. The progress mark is written with
 * the mails, so another node continues at exactly that point.
 */
export function mailAnnouncementsJob(options: MailAnnouncementsOptions): TimedJob {
  const { mailings, refusals, marks, findPerson, locale, leaves, nowMs } = options;

  async function recipientsOf({ people, addresses }: NewsReaders): Promise<readonly Recipient[]> {
    const recipients = new Map<string, Recipient>();
    for (let from = 0; from < people.length; from += peopleAtOnce) {
      for (const person of await Promise.all(people.slice(from, from + peopleAtOnce).map(findPerson)))
        if (person?.emailVerified === true) {
          const address = person.email.toLowerCase();
          recipients.set(address, { address, locale: person.locale ?? locale });
        }
    }
    for (const { address, locale: own } of addresses)
      recipients.set(address.toLowerCase(), { address: address.toLowerCase(), locale: own ?? locale });
    const refused = await refusals.among([...recipients.keys()].map((address) => marks.markOf(address)));
    return [...recipients.values()].filter(({ address }) => !refused.has(marks.markOf(address)));
  }

  /** Creates as many mails as can wait. Returns the number of written transactions. */
  async function goOn(mailing: NewsMailing, unitsMax: number): Promise<number> {
    let at = mailing;
    const { all, due } = await mailings.waiting(at.id, nowMs());
    let room = Math.min(dueMax - due, waitingMax - all);
    let units = 0;
    while (room > 0 && units < unitsMax) {
      const readers = await mailings.readersBehind(at.through, readersPerUnit);
      const mails = (await recipientsOf(readers)).map((recipient) => mailOf(at, recipient, options));
      if (!(await mailings.put(at, readers.through, mails))) return units;
      units += 1;
      room -= mails.length;
      at = { ...at, through: readers.through };
      if (readers.isEnd) return units;
      await nextTurn();
    }
    return units;
  }

  return {
    name: 'mail-announcements',
    everyMs: 5000,
    async run() {
      if (leaves) {
        let unitsLeft = unitsPerRun;
        for (const mailing of await mailings.due(nowMs())) unitsLeft -= await goOn(mailing, unitsLeft);
      }
      await mailings.settle(nowMs());
    },
  };
}
