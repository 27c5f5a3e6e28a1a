import type { OperatorAlarms } from '../domain/alarms/operator-alarms.ts';
import type { Clock } from '../platform/clock.ts';
import type { JobLeases } from '../platform/job-leases.ts';
import type { Logger } from '../platform/logger.ts';
import type { TimedJob } from './timed-job.ts';

/** How often to look for due jobs. Also determines how soon a job is tried again that failed or whose node died. */
const lookEveryMs = 60_000;
const renewEveryMs = 10_000;

export interface RunningJobs {
  /** Starts nothing more, and resolves when running jobs have ended. Their failures are then ignored, because storage is being closed. */
  stop(): Promise<void>;
}

export interface RunJobsOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly leases: JobLeases;
  readonly alarms: OperatorAlarms;
}

/**
 * Runs every job once per period, the first time soon after the start. Runs of a job never overlap. A failed run is reported and repeated.
 */
export function runJobs(jobs: readonly TimedJob[], { clock, logger, leases, alarms }: RunJobsOptions): RunningJobs {
  const running = new Map<string, Promise<void>>();
  let isStopped = false;

  async function runLeased(job: TimedJob, holder: string): Promise<void> {
    const startMs = clock.monotonicMs();
    const cancel = clock.every(renewEveryMs, () => {
      // If the lease is lost, the next write or `done` fails.
      leases.renew(holder).catch(() => undefined);
    });
    try {
      await job.run(holder);
      await leases.done(holder);
      logger.debug({ job: job.name, durationMs: Math.round(clock.monotonicMs() - startMs) }, 'job done');
    } finally {
      cancel();
    }
  }

  async function once(job: TimedJob): Promise<void> {
    try {
      const holder = await leases.claim(job.name, job.everyMs);
      if (holder !== null && !isStopped) await runLeased(job, holder);
    } catch (error) {
      if (isStopped) logger.info({ job: job.name }, 'job interrupted because the service stops');
      else {
        const reason = String(error);
        logger.error({ job: job.name, reason }, 'job failed');
        alarms.raise({ kind: 'job_failing', subject: job.name, params: { job: job.name, reason } });
      }
    } finally {
      running.delete(job.name);
    }
  }

  const stops = jobs.map((job) =>
    clock.every(Math.min(job.everyMs, lookEveryMs), () => {
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
