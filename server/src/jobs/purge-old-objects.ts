import { hourMs, type TimedJob } from './timed-job.ts';

/** Deletes files that have expired. Two nodes that do so at the same time do no harm: each step may be done twice. */
export function purgeOldObjectsJob(purge: () => Promise<number>): TimedJob {
  return {
    name: 'purge-old-objects',
    everyMs: hourMs,
    async run() {
      await purge();
    },
  };
}
