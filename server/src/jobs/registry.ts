import type { Logger } from '../platform/logger.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Something that time drives. Every run may be broken off anywhere and is simply run again. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(ports: JobPorts): Promise<void>;
}

/** What the jobs need done; each answers how much it did. */
export interface JobPorts {
  readonly logger: Logger;
  readonly nowMs: () => number;
  /**
   * Start of the hour that calls are booked in now, by the latest of the clocks that may say so; the records of all calls
   * of earlier hours are stored by then, unless they are marked as open.
   */
  bookingHourMs(): Promise<number>;
  /** `false` while records wait to be stored: an hour must not be closed, nor a day purged, before they are. */
  readonly booksAccepting: () => boolean;
  closeUsageHours(options: { readonly nowMs: number; readonly closeAfterMs: number }): Promise<number>;
  purgeCalls(options: { readonly nowMs: number; readonly keepMs: number }): Promise<number>;
  purgeStrays(options: { readonly nowMs: number; readonly keepMs: number }): Promise<number>;
  /** What told the nodes of a fleet of each other's changes. */
  purgeChanges(options: { readonly keepMs: number }): Promise<number>;
  /** Adds up what changed since; everything if the log is short. */
  auditBooks(options: {
    readonly sinceMs: number;
  }): Promise<{ readonly ok: boolean; readonly differenceNano: string; readonly findingsCount: number }>;
}

/** How long log rows are kept (the specification's 90 days). */
const callRetentionMs = 90 * dayMs;
/** Nodes need a change for a moment; a person who looks into a fault of theirs, for a day. */
const changeRetentionMs = dayMs;
/** After an hour's end, until its usage is entered in the ledger: longer than any call may run, with a margin. */
const closeAfterMs = hourMs;
const auditedMs = 2 * dayMs;

/** Every job of the product. */
export const jobs: readonly Job[] = [
  {
    name: 'close-usage-hours',
    everyMs: hourMs,
    async run(ports) {
      if (!ports.booksAccepting()) throw new Error('records wait to be stored');
      const entries = await ports.closeUsageHours({ nowMs: await ports.bookingHourMs(), closeAfterMs });
      if (entries > 0) ports.logger.info({ entries }, 'usage was entered in the ledger');
    },
  },
  {
    name: 'freeze-and-purge-calls',
    everyMs: hourMs,
    async run(ports) {
      if (!ports.booksAccepting()) throw new Error('records wait to be stored');
      const due = { nowMs: ports.nowMs(), keepMs: callRetentionMs };
      const calls = await ports.purgeCalls(due);
      const strays = await ports.purgeStrays(due);
      const changes = await ports.purgeChanges({ keepMs: changeRetentionMs });
      if (calls + strays + changes > 0) ports.logger.info({ calls, strays, changes }, 'old rows were deleted');
    },
  },
  {
    name: 'audit-recent-books',
    everyMs: hourMs,
    async run(ports) {
      const { logger } = ports;
      const { ok, differenceNano, findingsCount } = await ports.auditBooks({ sinceMs: ports.nowMs() - auditedMs });
      if (ok) logger.debug({}, 'the books add up');
      else logger.error({ differenceNano, findings: findingsCount }, 'the books do not add up: run the audit for the findings');
    },
  },
];
