import { z } from 'zod';
import {
  mailQueue,
  newsMailQueue,
  type MailAttempts,
  type MailSender,
  type WaitingMail,
} from '../../domain/people/mail-delivery.ts';
import type { OperatorAlarms } from '../../domain/alarms/operator-alarms.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { QueueJob } from '../../jobs/queue-job.ts';
import { hourMs } from '../../jobs/timed-job.ts';

const minuteMs = 60_000;
/** Pauses between failed attempts. After the last one, three days later, there is no further attempt. */
const pausesMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs, 4 * hourMs, 12 * hourMs, 24 * hourMs, 24 * hourMs];
/** A server that rejects our sign-in is not contacted for every mail, or it would lock the account permanently. */
const lockedOutMs = 15 * minuteMs;

const payload = z.object({ id: z.string(), attempts: z.int() });

export interface SendMailOptions {
  readonly attempts: MailAttempts;
  readonly sender: MailSender;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly logger: Logger;
  readonly alarms: OperatorAlarms;
  /** For announcements, whose recipients can unsubscribe after the mail was created. Without it, only mails to single people are sent. */
  readonly news?: { readonly isRefused: (address: string) => Promise<boolean> };
}

export interface SendMailJob extends QueueJob<z.output<typeof payload>> {
  /** Whether the mail server currently rejects this service, as far as this process knows. */
  readonly isLockedOut: () => boolean;
}

/** Sends one mail. It is queued exactly once and sent at least once: if a process dies meanwhile, it can be sent twice. */
export function sendMailJob({ attempts, sender, clock, logger, alarms, news }: SendMailOptions): SendMailJob {
  let lockedOutUntilMs = -Infinity;
  let isLockedOut = false;

  function notSent(template: string, reason: string): void {
    // Mail servers quote addresses, which must not reach chat bots.
    const params = { template, reason: reason.replaceAll(/\S+@\S+/g, '…') };
    alarms.raise({ kind: 'mail_not_sent', subject: template, params });
  }

  async function failed(mail: WaitingMail, reason: string): Promise<string> {
    const afterMs = pausesMs[mail.attempts];
    if (afterMs === undefined) {
      logger.error(
        { mail: mail.id, template: mail.mail.template, reason },
        'a mail could not be sent within three days and was given up',
      );
      notSent(mail.mail.template, reason);
      await attempts.gaveUp(mail, { state: 'dead', reason });
      return 'dead';
    }
    logger.warn({ mail: mail.id, template: mail.mail.template, reason, afterMs }, 'a mail could not be sent yet');
    await attempts.postponed(mail, { afterMs, reason, counts: true });
    return 'postponed';
  }

  /** Does not count as an attempt, because the mail is not at fault. */
  async function lockedOut(mail: WaitingMail, reason: string): Promise<string> {
    await attempts.postponed(mail, { afterMs: lockedOutMs, reason, counts: false });
    return 'postponed';
  }

  async function send(mail: WaitingMail): Promise<string> {
    if ((await news?.isRefused(mail.mail.recipient)) === true) {
      await attempts.gaveUp(mail, { state: 'dead', reason: 'the recipient wants no announcements by mail' });
      return 'refused';
    }
    if (clock.nowMs() < lockedOutUntilMs) return lockedOut(mail, 'the mail server does not let this service sign in');
    const delivery = await sender.send(mail);
    if (delivery.kind !== 'locked_out') isLockedOut = false;
    switch (delivery.kind) {
      case 'sent':
        await attempts.sent(mail);
        return 'sent';
      case 'bounced':
        logger.info({ mail: mail.id, template: mail.mail.template }, 'a mail has no recipient');
        await attempts.gaveUp(mail, { state: 'bounced', reason: delivery.reason });
        return 'bounced';
      case 'failed':
        return failed(mail, delivery.reason);
      case 'locked_out':
        lockedOutUntilMs = clock.nowMs() + lockedOutMs;
        isLockedOut = true;
        notSent(mail.mail.template, delivery.reason);
        logger.error(
          { reason: delivery.reason },
          'the mail server refuses the sign-in: no mail is sent until TOLLGATE_SMTP_URL is correct',
        );
        return lockedOut(mail, delivery.reason);
    }
  }

  return {
    queue: news === undefined ? mailQueue : newsMailQueue,
    payload,
    concurrency: 2,
    // The mail counts its own attempts. This limit covers process crashes and database outages.
    attemptsMax: 1000,
    backOff: { firstMs: 5000, factor: 2, maxMs: 10 * minuteMs },
    timeLimitMs: 5 * minuteMs,
    isLockedOut: () => isLockedOut,
    async run({ id, attempts: made }, { signal }) {
      const mail = await attempts.find(id, made);
      // Stops before sending, so that a mail is not sent twice after a restart.
      signal.throwIfAborted();
      return mail === null ? 'nothing to do' : send(mail);
    },
  };
}
