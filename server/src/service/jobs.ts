import { jobs, type JobPorts } from '../jobs/registry.ts';
import { runJobs, type RunningJobs } from '../jobs/run-jobs.ts';
import type { Calendar } from '../domain/limits/calendar.ts';
import type { Clock } from '../platform/clock.ts';
import type { JobLeases } from '../platform/job-leases.ts';
import type { Logger } from '../platform/logger.ts';
import { auditBooks } from '../books/audit/audit-books.ts';
import { auditSince } from '../books/audit/audit-since.ts';
import { closeUsageHours } from '../books/close-usage-hours.ts';
import type { Engine } from '../storage/engine.ts';
import { purgeCalls, purgeStrays } from '../books/purge-calls.ts';
import { purgeChanges } from '../storage/stores/changes-store.ts';
import type { StorageParts } from './storage-parts.ts';

interface JobOptions {
  readonly storage: StorageParts;
  readonly leases: JobLeases;
  /** The database as the holder of a lease sees it. */
  readonly engineFor: (holder: string) => Engine;
  readonly incarnation: string;
  /** `false` while other nodes may still have records of hours long past. */
  readonly mayClose: () => boolean;
  /** Where several nodes book calls, the time by the database's clock: one of theirs may be wrong. */
  readonly sharedClockMs: (() => Promise<number>) | null;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Starts what time drives: closing hours into the ledger, the 90-day purge, the hourly audit. */
export function startJobs(options: JobOptions): RunningJobs {
  const { storage, leases, engineFor, incarnation, mayClose, sharedClockMs, calendar, clock, logger } = options;
  function portsFor(holder: string): JobPorts {
    const engine = engineFor(holder);
    return {
      logger,
      nowMs: () => clock.nowMs(),
      async bookingHourMs() {
        const { hourStartMs } = calendar.now();
        const clockOfAllMs = sharedClockMs === null ? Infinity : await sharedClockMs();
        // A clock may have jumped forward: what was booked in an earlier hour a moment ago is still on its way.
        await storage.books.flush();
        return Math.min(hourStartMs, clockOfAllMs);
      },
      booksAccepting: () => storage.books.accepting && mayClose(),
      closeUsageHours: (due) => closeUsageHours(engine, due),
      purgeCalls: (due) => purgeCalls(engine, { ...due, logger }),
      purgeStrays: (due) => purgeStrays(engine, due),
      purgeChanges: (due) => purgeChanges(engine, due),
      auditBooks: async ({ sinceMs }) => auditBooks(engine, { incarnation, ...(await auditSince(engine, sinceMs)) }),
    };
  }
  return runJobs(jobs, { clock, logger, leases, portsFor });
}
