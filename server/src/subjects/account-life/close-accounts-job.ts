import type { TimedJob } from '../../jobs/timed-job.ts';

/** Advances account closures: sends reminders, pays out, notifies, erases. It retries blocked closures. */
export function closeAccountsJob(step: (holder: string) => Promise<number>): TimedJob {
  return {
    name: 'close-accounts',
    everyMs: 60_000,
    async run(holder) {
      await step(holder);
    },
  };
}
