import type { Clock } from './clock.ts';

/** Makes a job run once per period, on any node. */
export interface JobLeases {
  /** Claims this period's run; `null` if it is claimed or done. Returns the holder's name. */
  claim(job: string, everyMs: number): Promise<string | null>;
  /**
   * Extends the lease of a long run.
   * @throws if another node has claimed it meanwhile.
   */
  renew(holder: string): Promise<void>;
  /**
   * Marks the run of this period as done.
   * @throws if another node has claimed it meanwhile.
   */
  done(holder: string): Promise<void>;
}

/** Leases for a process that runs all jobs alone: once per period of its clock. */
export function createLocalLeases(clock: Clock): JobLeases {
  const donePeriods = new Map<string, number>();
  const periodOf = (everyMs: number): number => Math.floor(clock.nowMs() / everyMs);
  return {
    claim(job, everyMs) {
      const period = periodOf(everyMs);
      return Promise.resolve(donePeriods.get(job) === period ? null : `${job}\n${String(period)}`);
    },
    renew: () => Promise.resolve(),
    done(holder) {
      const [job = '', period] = holder.split('\n');
      donePeriods.set(job, Number(period));
      return Promise.resolve();
    },
  };
}
