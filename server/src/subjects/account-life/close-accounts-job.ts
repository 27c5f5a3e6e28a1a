import type { TimedJob } from '../../jobs/timed-job.ts';

/** Takes closings of accounts on: reminds, pays out, tells, erases. What cannot go on now is looked at again. */
export function closeAccountsJob(step: (holder: string) => Promise<number>): TimedJob {
  return {
    name: 'close-accounts',
    everyMs: 60_000,
    async run(holder) {
      await step(holder);
    },
  };
}
