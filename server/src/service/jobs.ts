import { createJobs } from '../jobs/registry.ts';
import { runJobs, type RunningJobs } from '../jobs/run-jobs.ts';
import type { Calendar } from '../domain/limits/calendar.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { auditBooks } from '../storage/audit/audit-books.ts';
import { auditSince } from '../storage/audit/audit-since.ts';
import { closeUsageHours } from '../storage/close-usage-hours.ts';
import { purgeCalls, purgeStrays } from '../storage/purge-calls.ts';
import type { StorageParts } from './storage-parts.ts';

interface JobOptions {
  readonly storage: StorageParts;
  readonly incarnation: string;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Starts what time drives: closing hours into the ledger, the 90-day purge, the hourly audit. */
export function startJobs({ storage, incarnation, calendar, clock, logger }: JobOptions): RunningJobs {
  const { engine, books } = storage;
  const jobs = createJobs({
    logger,
    nowMs: () => clock.nowMs(),
    bookingHourMs: () => calendar.now().hourStartMs,
    booksAccepting: () => books.accepting,
    closeUsageHours: (options) => closeUsageHours(engine, options),
    purgeCalls: (options) => purgeCalls(engine, { ...options, logger }),
    purgeStrays: (options) => purgeStrays(engine, options),
    auditBooks: async ({ sinceMs }) => auditBooks(engine, { incarnation, ...(await auditSince(engine, sinceMs)) }),
  });
  return runJobs(jobs, { clock, logger });
}
