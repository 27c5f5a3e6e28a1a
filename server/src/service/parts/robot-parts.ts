import type { Config } from '../../config/config.ts';
import type { WebhookOperations } from '../../subjects/notices/alert-ports.ts';
import type { RobotOperations } from '../../subjects/notices/alarms/alarm-ports.ts';
import type { SiteSettingsReader } from '../../control/site-settings-ports.ts';
import { sendAlarmsJob } from '../../subjects/notices/alarms/send-alarms-job.ts';
import { sendWebhooksJob } from '../../subjects/notices/send-webhooks-job.ts';
import { createSendWebhook, webhookUrlFault } from '../../robots/send-webhook.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { addressFault, createRobotSender, messagesPerMinute } from '../../robots/robot-sender.ts';
import { createPostOutside } from '../../upstream/post-outside.ts';
import type { Stores } from '../stores.ts';

interface RobotOptions {
  readonly config: Pick<Config, 'alarmOrigins'>;
  readonly stores: Pick<Stores, 'alarmDeliveries' | 'webhookDeliveries'>;
  /** The origin of links to the console. */
  readonly consoleOrigin: () => string;
  readonly site: SiteSettingsReader;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The senders of alarms to chat bots, and of webhooks. */
export function createRobotParts({ config, stores, consoleOrigin, site, clock, logger }: RobotOptions) {
  const post = createPostOutside();
  const nowMs = (): number => clock.nowMs();
  const sender = createRobotSender({
    post,
    ownOrigins: config.alarmOrigins,
    alarmsUrl: () => `${consoleOrigin()}/operator/alarms`,
    siteName: async () => (await site.lastKnown()).service_name,
    nowMs,
  });
  const operations: RobotOperations = {
    send: (robot, message) => sender.send(robot, message),
    addressFault: (kind, address) => addressFault(kind, address, config.alarmOrigins),
    perMinute: messagesPerMinute,
  };
  const job = sendAlarmsJob({ deliveries: stores.alarmDeliveries, sender, perMinute: messagesPerMinute, logger });
  const send = createSendWebhook({ post, nowMs });
  const webhooks: WebhookOperations = { send, urlFault: webhookUrlFault };
  const webhookJob = sendWebhooksJob({ deliveries: stores.webhookDeliveries, send, nowMs });
  return { operations, webhooks, jobs: [job, webhookJob] };
}
