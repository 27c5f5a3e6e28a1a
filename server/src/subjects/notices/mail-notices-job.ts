import type { MemberRole } from '@tollgate/contract/people/rights';
import type { Locale } from '@tollgate/contract/enumerations';
import type { NoticeAudience } from '@tollgate/contract/notices/notice-kind';
import { noticeKindOf } from '@tollgate/contract/notices/notice-kinds';
import type { DueCapNotice, DueNotice, DueNotices } from '../../domain/people/due-notices.ts';
import type { MailParams, OutgoingMail } from '../../domain/people/outgoing-mail.ts';
import type { Person } from '../../domain/people/person.ts';
import { parseWindow } from '../../domain/limits/window.ts';
import { dayMs, type TimedJob } from '../../jobs/timed-job.ts';

const noticesPerRun = 50;
/** Maximum age after an outage. Caps have reset by then, so their messages are outdated; other messages stay true for longer. */
const mailedWithinMs = { cap: dayMs, account: 7 * dayMs } as const satisfies Record<DueNotice['about'], number>;
const rolesOf = {
  nobody: [],
  owners: ['owner'],
  managers: ['owner', 'admin'],
  payers: ['owner', 'admin', 'finance'],
} as const satisfies Record<NoticeAudience, readonly MemberRole[]>;

export interface MailNoticesOptions {
  readonly notices: DueNotices;
  readonly findPerson: (id: string) => Promise<Pick<Person, 'email' | 'emailVerified' | 'locale'> | null>;
  /** Language of addresses without a preference. */
  readonly locale: Locale;
  readonly timeZone: string;
  /** Without a trailing slash. */
  readonly consoleUrl: () => string;
  /** Whether a mail server is configured. Without one, these mails are not needed because the console shows the messages. */
  readonly leaves: boolean;
  readonly nowMs: () => number;
}

interface Recipient {
  readonly address: string;
  readonly locale: Locale;
}

/** When the window of a notice resets. */
function windowEnd(window: string, timeZone: string): string {
  const { period } = parseWindow(window);
  const text = String(period);
  const isDay = text.length === 8;
  const first = Temporal.PlainDate.from({
    year: Number(text.slice(0, 4)),
    month: Number(text.slice(4, 6)),
    day: isDay ? Number(text.slice(6)) : 1,
  });
  return first
    .add(isDay ? { days: 1 } : { months: 1 })
    .toZonedDateTime(timeZone)
    .toInstant()
    .toString();
}

function capParamsOf(
  { account, key, params, window }: DueCapNotice,
  { timeZone, consoleUrl }: MailNoticesOptions,
): MailParams['cap-level'] {
  const isOfKey = params.of !== 'sub_account';
  return {
    of: isOfKey ? 'key' : 'sub_account',
    account: account.name,
    key: key.remark === '' ? key.id : key.remark,
    level: params.level === '100' ? '100' : '90',
    window: params.window === 'month' ? 'month' : 'day',
    spent: params.spent ?? '0',
    cap: params.cap ?? '0',
    resets: windowEnd(window, timeZone),
    url: `${consoleUrl()}/${isOfKey ? 'keys' : 'sub-accounts'}/${encodeURIComponent(key.id)}`,
  };
}

type MailBody = { [Template in 'cap-level' | 'notice']: { readonly template: Template; readonly params: MailParams[Template] } }[
  | 'cap-level'
  | 'notice'];

function contentOf(notice: DueNotice, options: MailNoticesOptions): MailBody {
  if (notice.about === 'cap') return { template: 'cap-level', params: capParamsOf(notice, options) };
  const { account, kind, params, link } = notice;
  return { template: 'notice', params: { ...params, account: account.name, kind, url: `${options.consoleUrl()}${link}` } };
}

/** The affected people in their own languages, and the address of the account; each address once. */
async function recipientsOf({ about, kind, account }: DueNotice, options: MailNoticesOptions): Promise<readonly Recipient[]> {
  const { notices, findPerson, locale } = options;
  const recipients = new Map<string, Recipient>();
  const roles = rolesOf[about === 'cap' ? 'managers' : (noticeKindOf(kind)?.mail ?? 'nobody')];
  for (const id of await notices.membersOf(account.id, roles)) {
    const person = await findPerson(id);
    if (person?.emailVerified !== true) continue;
    recipients.set(person.email.toLowerCase(), { address: person.email, locale: person.locale ?? locale });
  }
  const { email } = account;
  if (email !== null && email !== '' && !recipients.has(email.toLowerCase()))
    recipients.set(email.toLowerCase(), { address: email, locale: account.locale ?? locale });
  return [...recipients.values()];
}

/** Creates mails for in-site messages that are mailed as well. Each node checks; the first one creates them. */
export function mailNoticesJob(options: MailNoticesOptions): TimedJob {
  const { notices, leaves, nowMs } = options;

  async function mailsOf(notice: DueNotice): Promise<readonly OutgoingMail[]> {
    if (!leaves || notice.createdAtMs < nowMs() - mailedWithinMs[notice.about]) return [];
    if (notice.about === 'cap' && notice.kind === 'cap_100' && !notice.isWanted) return [];
    const content = contentOf(notice, options);
    return (await recipientsOf(notice, options)).map(({ address, locale }) => ({
      source: `notice:${String(notice.id)}`,
      recipient: address,
      locale,
      ...content,
    }));
  }

  return {
    name: 'mail-notices',
    everyMs: 5000,
    async run() {
      for (const notice of await notices.list(noticesPerRun)) await notices.mailed(notice.id, await mailsOf(notice));
    },
  };
}
