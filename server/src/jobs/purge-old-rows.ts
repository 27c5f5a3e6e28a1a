import { callRetentionDays } from '@tollgate/contract/calls/retention';
import type { Logger } from '../platform/logger.ts';
import { dayMs, hourMs, type TimedJob } from './timed-job.ts';

const callRetentionMs = callRetentionDays * dayMs;
/** Long enough to answer questions about a mail that did not arrive. */
const mailRetentionMs = 30 * dayMs;
/** For alarms and webhooks: as long as people need their history. */
const deliveryRetentionMs = 90 * dayMs;
/** Nodes need a change for a moment; a person who investigates a fault, for a day. */
const changeRetentionMs = dayMs;

export interface PurgeOldRowsOptions {
  readonly logger: Logger;
  readonly nowMs: () => number;
  /** `false` while records wait to be stored: a day must not be purged before they are. */
  readonly booksAccepting: () => boolean;
  /** Each of these returns the number of rows deleted. */
  readonly purgeCalls: (holder: string, due: { readonly nowMs: number; readonly keepMs: number }) => Promise<number>;
  readonly purgeStrays: (holder: string, due: { readonly nowMs: number; readonly keepMs: number }) => Promise<number>;
  /** Finished queue items. */
  readonly purgeQueueItems: (holder: string, due: { readonly nowMs: number; readonly keepMs: number }) => Promise<number>;
  readonly purgeMails: (holder: string, due: { readonly nowMs: number; readonly keepMs: number }) => Promise<number>;
  /** Alarms, and deliveries to chat bots and webhooks. */
  readonly purgeDeliveries: (holder: string, due: { readonly nowMs: number; readonly keepMs: number }) => Promise<number>;
  /** Messages, idempotency keys and invitations, each by its own age. */
  readonly purgeAged: (holder: string, due: { readonly nowMs: number }) => Promise<number>;
  /** Changed values in audit log entries whose retention has ended. */
  readonly emptyAuditPayloads: (holder: string, due: { readonly nowMs: number }) => Promise<number>;
  /** Notifications of changes between the nodes of a fleet. */
  readonly purgeChanges: (holder: string, due: { readonly keepMs: number }) => Promise<number>;
}

/** Freezes the sums of old days and deletes expired rows. */
export function purgeOldRowsJob(options: PurgeOldRowsOptions): TimedJob {
  const { logger, nowMs, booksAccepting, purgeCalls, purgeStrays, purgeQueueItems, purgeMails, purgeDeliveries, purgeChanges } =
    options;
  return {
    name: 'freeze-and-purge-calls',
    everyMs: hourMs,
    async run(holder) {
      if (!booksAccepting()) throw new Error('records wait to be stored');
      const due = { nowMs: nowMs(), keepMs: callRetentionMs };
      const calls = await purgeCalls(holder, due);
      const strays = await purgeStrays(holder, due);
      const queueItems = await purgeQueueItems(holder, due);
      const mails = await purgeMails(holder, { ...due, keepMs: mailRetentionMs });
      const told = await purgeDeliveries(holder, { ...due, keepMs: deliveryRetentionMs });
      const changes = await purgeChanges(holder, { keepMs: changeRetentionMs });
      const aged = await options.purgeAged(holder, { nowMs: due.nowMs });
      const payloads = await options.emptyAuditPayloads(holder, { nowMs: due.nowMs });
      if (payloads > 0) logger.info({ payloads }, 'changed values were removed from old entries of the audit log');
      if (calls + strays + queueItems + mails + told + changes + aged > 0)
        logger.info({ calls, strays, queueItems, mails, told, changes, aged }, 'old rows were deleted');
    },
  };
}
