import type { Logger } from '../platform/logger.ts';
import { hourMs, type TimedJob } from './timed-job.ts';

/** Time after an hour's end until its usage is entered in the ledger: longer than any call may run, with a margin. */
const closeAfterMs = hourMs;

export interface CloseUsageHoursOptions {
  readonly logger: Logger;
  /** `false` while records wait to be stored: an hour must not be closed before they are. */
  readonly booksAccepting: () => boolean;
  /**
   * Start of the hour in which calls are booked now, by the latest of the available clocks. The records of all calls of earlier hours are
   * stored by then, unless they are marked as open.
   */
  readonly bookingHourMs: () => Promise<number>;
  /** Returns the number of entries made. */
  readonly close: (holder: string, due: { readonly nowMs: number; readonly closeAfterMs: number }) => Promise<number>;
}

/** Enters the usage of finished hours in the ledger. */
export function closeUsageHoursJob({ logger, booksAccepting, bookingHourMs, close }: CloseUsageHoursOptions): TimedJob {
  return {
    name: 'close-usage-hours',
    everyMs: hourMs,
    async run(holder) {
      if (!booksAccepting()) throw new Error('records wait to be stored');
      const entries = await close(holder, { nowMs: await bookingHourMs(), closeAfterMs });
      if (entries > 0) logger.info({ entries }, 'usage was entered in the ledger');
    },
  };
}
