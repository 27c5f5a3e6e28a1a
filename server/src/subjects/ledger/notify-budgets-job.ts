import type { TimedJob } from '../../jobs/timed-job.ts';

/** Notifies accounts whose monthly budget is nearly or completely used. */
export function notifyBudgetsJob(tell: (holder: string) => Promise<number>): TimedJob {
  return {
    name: 'tell-budgets',
    everyMs: 60_000,
    async run(holder) {
      await tell(holder);
    },
  };
}
