import type { TimedJob } from '../../jobs/timed-job.ts';

/** Continues closings of accounts: reminds, pays out, notifies, erases. A blocked closing is tried again. */
export function closeAccountsJob(step: (holder: string) => Promise<number>): TimedJob {
  return {
    name: 'close-accounts',
    everyMs: 60_000,
    async run(holder) {
      await step(holder);
    },
  };
}
