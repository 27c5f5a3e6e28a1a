import { hourMs, type TimedJob } from './timed-job.ts';

/** Deletes expired files. Two nodes may do so at the same time: each step may be repeated. */
export function purgeOldObjectsJob(purge: () => Promise<number>): TimedJob {
  return {
    name: 'purge-old-objects',
    everyMs: hourMs,
    async run() {
      await purge();
    },
  };
}
