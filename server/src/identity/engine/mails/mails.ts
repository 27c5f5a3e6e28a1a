import type { Locale } from '@tollgate/contract/enumerations';
import type { MailParams, OutgoingMail, SecurityChange } from '../../../domain/people/outgoing-mail.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createIds } from '../../../platform/ids.ts';
import { requestState } from '../request-state.ts';
import { mailboxMark, type SignInParts } from '../sign-in-parts.ts';

/** How long links in mails are valid. */
export const linkMinutes = { verify: 60, reset: 30 } as const;

const hourMs = 3_600_000;
/** Per kind and mailbox, from any requester. */
const mailsPerHour = 5;
const ids = createIds(systemClock);

export interface Recipient {
  readonly id: string;
  readonly email: string;
  readonly locale?: unknown;
}

/** The mails that sign-in sends, each with the parameters of its template. */
type SignInMails = Pick<
  MailParams,
  'verify-address' | 'address-exists' | 'reset-password' | 'sign-in-new-device' | 'security-change'
>;

export type SignInTemplate = keyof SignInMails;

export interface SignInMail<Template extends SignInTemplate> {
  readonly template: Template;
  readonly to: Recipient;
  readonly params: SignInMails[Template];
  /** Identifies equal mails to one person, of which only the first is sent. */
  readonly once?: string;
}

/** Chinese, unless the recipient's setting or the browser that caused the mail requests English. */
function localeOf({ locale }: Recipient, language: string | null): Locale {
  if (locale === 'zh' || locale === 'en') return locale;
  return language !== null && /^\s*en\b/i.test(language) ? 'en' : 'zh';
}

/** Queues a sign-in mail, unless its mailbox has reached its limit. */
export async function sendMail<Template extends SignInTemplate>(
  { ask, data, limits }: Pick<SignInParts, 'ask' | 'data' | 'limits'>,
  { template, to, params, once = ids.secret(12) }: SignInMail<Template>,
): Promise<void> {
  // Changes are counted by kind, so that an attacker cannot use up the limit of the important mail.
  const kind = 'change' in params ? `${template}:${params.change}` : template;
  const key = `mail:${kind}:${mailboxMark(data.secret, to.email)}`;
  const { allowed } = await limits.take(key, { windowMs: hourMs, max: mailsPerHour });
  if (!allowed) return;
  const source = `${template}:${to.id}:${once}`;
  const mail = { source, recipient: to.email, locale: localeOf(to, requestState.getStore()?.language ?? null), template, params };
  // The cast is safe: the input's type ties the parameters to the template.
  await ask('putMail', { mail: mail as OutgoingMail, personId: to.id });
}

/** The page on which people manage their sign-ins. */
export const securityPage = '/security';

/** Reports a change to a person, in case it was someone else. */
export async function notifyOfChange(parts: SignInParts, to: Recipient, change: SecurityChange): Promise<void> {
  const state = requestState.getStore();
  if (state === undefined) return;
  const params = {
    change,
    at: new Date(systemClock.nowMs()).toISOString(),
    ip: state.source,
    url: `${state.origin}${securityPage}`,
  };
  await sendMail(parts, { template: 'security-change', to, params });
}
