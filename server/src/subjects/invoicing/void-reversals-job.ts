import { hourMs, type TimedJob } from '../../jobs/timed-job.ts';

/** Restores invoices with expired confirmation slips. Restored invoices are not found again. */
export function voidReversalsJob(voidReversals: () => Promise<number>): TimedJob {
  return {
    name: 'void-reversals',
    everyMs: hourMs / 12,
    async run() {
      await voidReversals();
    },
  };
}
