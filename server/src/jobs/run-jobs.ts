import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { Job } from './registry.ts';

export interface RunningJobs {
  /** Starts nothing more and settles when what runs has ended; its failure is then no news, storage is being closed. */
  stop(): Promise<void>;
}

/**
 * Runs every job at its period, the first time one period from now; a job never runs beside itself, and one that fails
 * is reported and tried again at its next turn.
 */
export function runJobs(jobs: readonly Job[], options: { readonly clock: Clock; readonly logger: Logger }): RunningJobs {
  const { clock, logger } = options;
  const running = new Map<string, Promise<void>>();
  let isStopped = false;

  async function once(job: Job): Promise<void> {
    const startMs = clock.monotonicMs();
    try {
      await job.run();
      logger.debug({ job: job.name, durationMs: Math.round(clock.monotonicMs() - startMs) }, 'job done');
    } catch (error) {
      if (isStopped) logger.info({ job: job.name }, 'job broken off by the stop of the service');
      else logger.error({ job: job.name, reason: String(error) }, 'job failed');
    } finally {
      running.delete(job.name);
    }
  }

  const stops = jobs.map((job) =>
    clock.every(job.everyMs, () => {
      if (!running.has(job.name)) running.set(job.name, once(job));
    }),
  );

  return {
    async stop() {
      isStopped = true;
      for (const stop of stops) stop();
      await Promise.all(running.values());
    },
  };
}
