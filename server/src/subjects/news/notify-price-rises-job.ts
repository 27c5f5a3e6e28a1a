import { hourMs, type TimedJob } from '../../jobs/timed-job.ts';

/** Notifies accounts that a model they use will become more expensive. */
export function notifyPriceRisesJob(tell: (holder: string) => Promise<number>): TimedJob {
  return {
    name: 'tell-price-rises',
    everyMs: hourMs,
    async run(holder) {
      await tell(holder);
    },
  };
}
