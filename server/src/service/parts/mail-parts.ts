import { siteSettingDefinitions } from '@tollgate/contract/site/site-settings';
import type { SiteSettingsReader } from '../../control/site-settings-ports.ts';
import type { MailService } from '../../mail/mail-content.ts';
import type { Identity } from '../../identity/identity.ts';
import { queueWebhooksJob } from '../../subjects/notices/send-webhooks-job.ts';
import { queueAlarmsJob } from '../../subjects/notices/alarms/send-alarms-job.ts';
import { mailNoticesJob } from '../../subjects/notices/mail-notices-job.ts';
import { mailAnnouncementsJob } from '../../subjects/news/mail-announcements-job.ts';
import type { TimedJob } from '../../jobs/timed-job.ts';
import type { ControlContext } from '../../control/control-context.ts';
import { runJobs, type RunningJobs } from '../../jobs/run-jobs.ts';
import { createLocalLeases } from '../../platform/job-leases.ts';
import type { Logger } from '../../platform/logger.ts';
import type { StorageParts } from './storage-parts.ts';
import type { Config } from '../../config/config.ts';
import type { OperatorAlarms } from '../../domain/alarms/operator-alarms.ts';
import type { MailSender } from '../../domain/people/mail-delivery.ts';
import type { Objects } from '../../domain/content/objects.ts';
import { invoiceAttachments } from './invoice-parts.ts';
import type { Clock } from '../../platform/clock.ts';

interface MailSenderOptions {
  readonly clock: Clock;
  readonly objects: Pick<Objects, 'find' | 'read'>;
  readonly site: SiteSettingsReader;
  readonly consoleOrigin: () => string;
}

/** The sender name of mails: the name of the site, otherwise the configured sender. */
async function mailService(
  { site, consoleOrigin }: Pick<MailSenderOptions, 'site' | 'consoleOrigin'>,
  senderName: string,
): Promise<MailService> {
  const said = await site.lastKnown();
  const isNamed = said.service_name !== siteSettingDefinitions.service_name.initial;
  return {
    name: isNamed || senderName === '' ? said.service_name : senderName,
    company: said.company_name,
    supportEmail: said.support_email,
    supportPhone: said.support_phone,
    supportHours: said.support_hours,
    url: consoleOrigin(),
  };
}

/** The sender of mails; `null` without a mail server. Loaded on use, like the clients of other servers. */
export async function openMailSender(
  { smtpUrl, mailFrom, timeZone }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'timeZone'>,
  { clock, objects, site, consoleOrigin }: MailSenderOptions,
): Promise<MailSender | null> {
  if (smtpUrl === null || mailFrom === null) return null;
  const { createSmtpSender } = await import('../../mail/smtp-sender.ts');
  return createSmtpSender({
    url: smtpUrl,
    from: mailFrom,
    timeZone,
    service: () => mailService({ site, consoleOrigin }, mailFrom.name),
    clock,
    attachmentsOf: (mail) => invoiceAttachments(objects, mail),
  });
}

interface NoticeMailOptions {
  readonly config: Config;
  readonly storage: StorageParts;
  readonly identity: Pick<Identity, 'findPerson'>;
  /** The origin of links to the console. */
  readonly consoleOrigin: () => string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly alarms: OperatorAlarms;
}

/** Creates mails of announcements. The node with the lease continues where the previous one stopped. */
export function newsMailJob({
  config,
  storage,
  identity,
  consoleOrigin,
  control,
  clock,
}: Omit<NoticeMailOptions, 'logger' | 'alarms'> & { readonly control: Pick<ControlContext, 'newsMarks'> }): TimedJob {
  return mailAnnouncementsJob({
    mailings: storage.stores.newsMailings,
    refusals: storage.stores.newsRefusals,
    marks: control.newsMarks,
    findPerson: (id) => identity.findPerson({ id }),
    locale: config.region === 'domestic' ? 'zh' : 'en',
    consoleUrl: consoleOrigin,
    leaves: config.smtpUrl !== null,
    nowMs: () => clock.nowMs(),
  });
}

/**
 * Starts creating mails of in-site messages and sending alarms to chat bots. Every node checks and nothing is done twice, so no lease is
 * needed.
 */
export function startNoticeMails({
  config,
  storage,
  identity,
  consoleOrigin,
  clock,
  logger,
  alarms,
}: NoticeMailOptions): RunningJobs {
  const job = mailNoticesJob({
    notices: storage.stores.dueNotices,
    findPerson: (id) => identity.findPerson({ id }),
    locale: config.region === 'domestic' ? 'zh' : 'en',
    timeZone: config.timeZone,
    consoleUrl: consoleOrigin,
    leaves: config.smtpUrl !== null,
    nowMs: () => clock.nowMs(),
  });
  return runJobs([job, queueAlarmsJob(storage.stores.alarmDeliveries), queueWebhooksJob(storage.stores.webhookDeliveries)], {
    clock,
    logger,
    alarms,
    leases: createLocalLeases(clock),
  });
}
