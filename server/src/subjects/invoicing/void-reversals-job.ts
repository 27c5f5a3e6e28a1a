import { hourMs, type TimedJob } from '../../jobs/timed-job.ts';

/** Brings back invoices whose confirmation slips are void. What was brought back before is not found again. */
export function voidReversalsJob(voidReversals: () => Promise<number>): TimedJob {
  return {
    name: 'void-reversals',
    everyMs: hourMs / 12,
    async run() {
      await voidReversals();
    },
  };
}
