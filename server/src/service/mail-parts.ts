import type { Config } from '../config/config.ts';
import type { MailSender } from '../domain/people/mail-delivery.ts';
import type { Clock } from '../platform/clock.ts';

/** What sends mails; `null` without a mail server. Loaded where it is used, like the clients of other servers. */
export async function openMailSender(
  { smtpUrl, mailFrom, timeZone }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'timeZone'>,
  clock: Clock,
): Promise<MailSender | null> {
  if (smtpUrl === null || mailFrom === null) return null;
  const { createSmtpSender } = await import('../mail/smtp-sender.ts');
  return createSmtpSender({ url: smtpUrl, from: mailFrom, timeZone, clock });
}
