import type { Locale } from '@tollgate/contract/enumerations';
import type { MailParams, OutgoingMail } from '../../domain/people/outgoing-mail.ts';
import { systemClock } from '../../platform/clock.ts';
import { createIds } from '../../platform/ids.ts';
import { mailboxMark, type SignInParts } from './sign-in-parts.ts';

/** How long links of mails hold. */
export const linkMinutes = { verify: 60, reset: 30 } as const;

const hourMs = 3_600_000;
/** Of one kind to one mailbox, whoever asks for them. */
const mailsPerHour = 5;
const ids = createIds(systemClock);

interface Recipient {
  readonly id: string;
  readonly email: string;
  readonly locale?: unknown;
}

/** Mails that sign-in sends, each with what its template fills in. */
type SignInMails = Pick<
  MailParams,
  'verify-address' | 'address-exists' | 'reset-password' | 'sign-in-new-device' | 'security-change'
>;

export type SignInTemplate = keyof SignInMails;

export interface SignInMail<Template extends SignInTemplate> {
  readonly template: Template;
  readonly to: Recipient;
  readonly params: SignInMails[Template];
  /** What the browser of whoever caused it likes to read. */
  readonly language: string | null;
}

/** Chinese unless somebody's own choice or browser says English. */
function localeOf({ locale }: Recipient, language: string | null): Locale {
  if (locale === 'zh' || locale === 'en') return locale;
  return language !== null && /^\s*en\b/i.test(language) ? 'en' : 'zh';
}

/** Queues a mail of sign-in, unless its mailbox has had enough of them. */
export async function sendMail<Template extends SignInTemplate>(
  { ask, data, limits }: Pick<SignInParts, 'ask' | 'data' | 'limits'>,
  { template, to, params, language }: SignInMail<Template>,
): Promise<void> {
  const key = `mail:${template}:${mailboxMark(data.secret, to.email)}`;
  const { allowed } = await limits.take(key, { windowMs: hourMs, max: mailsPerHour });
  if (!allowed) return;
  const source = `${template}:${to.id}:${ids.secret(12)}`;
  const mail = { source, recipient: to.email, locale: localeOf(to, language), template, params };
  // Template and parameters belong together, as the type of what came in says.
  await ask('putMail', mail as OutgoingMail);
}
