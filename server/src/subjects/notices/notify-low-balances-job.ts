import type { TimedJob } from '../../jobs/timed-job.ts';

/** Notifies accounts that their balance is low. */
export function notifyLowBalancesJob(tell: (holder: string) => Promise<number>): TimedJob {
  return {
    name: 'tell-balances',
    everyMs: 60_000,
    async run(holder) {
      await tell(holder);
    },
  };
}
