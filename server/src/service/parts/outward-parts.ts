import type { Config } from '../../config/config.ts';
import { GatheredAlarms } from '../../domain/alarms/gather-alarms.ts';
import type { SiteSettingsReader } from '../../control/site-settings-ports.ts';
import type { NewsMarks } from '../../domain/people/news-marks.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { createExportParts } from '../exports/export-parts.ts';
import { consoleOrigins } from '../console-origins.ts';
import { createQueueJobs } from '../jobs.ts';
import { openMailSender } from './mail-parts.ts';
import { createRobotParts } from './robot-parts.ts';
import type { Stores } from '../stores.ts';

interface OutwardOptions {
  readonly config: Config;
  readonly stores: Stores;
  readonly objects: Parameters<typeof createExportParts>[0]['objects'];
  /** The port of the console, once it is open. */
  readonly address: { readonly consolePort: number };
  readonly peopleOf: Parameters<typeof createExportParts>[0]['peopleOf'];
  readonly newsMarks: NewsMarks;
  readonly askPayments: Parameters<typeof createQueueJobs>[0]['askPayments'];
  readonly site: SiteSettingsReader;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Outgoing data, including files, and its queues. */
export async function createOutwardParts(options: OutwardOptions) {
  const { config, stores, objects, address, peopleOf, newsMarks, askPayments, site, clock, logger } = options;
  const consoleOrigin = (): string => consoleOrigins(config, address.consolePort)[0] ?? '';
  const alarms = new GatheredAlarms({ clock, logger, log: stores.alarmLog });
  const files = { store: stores.exports, accountData: stores.accountData };
  const { exports, accountData, jobs: exportJobs } = createExportParts({ config, objects, ...files, peopleOf, clock });
  const robots = createRobotParts({
    config,
    stores,
    site,
    clock,
    logger,
    consoleOrigin,
  });
  const mailSender = await openMailSender(config, { clock, objects, site, consoleOrigin });
  const queueJobs = createQueueJobs({
    mailSender,
    mailAttempts: stores.mailAttempts,
    exportJobs,
    alarmJobs: robots.jobs,
    askPayments,
    clock,
    logger,
    alarms,
    isNewsRefused: async (address) => (await stores.newsRefusals.among([newsMarks.markOf(address)])).size > 0,
  });
  return { alarms, exports, accountData, robots: robots.operations, webhooks: robots.webhooks, queueJobs };
}
