import type { OperatorAlarms } from '../../domain/alarms/operator-alarms.ts';
import { dayMs, type TimedJob } from '../../jobs/timed-job.ts';

export interface WatchWorkingYearsOptions {
  /** Years without required data: the current one, and from 1 December on also the next one. */
  readonly missingYears: () => Promise<readonly number[]>;
  readonly alarms: OperatorAlarms;
}

/** Warns operators daily while a calendar that due dates need is missing. */
export function watchWorkingYearsJob({ missingYears, alarms }: WatchWorkingYearsOptions): TimedJob {
  return {
    name: 'watch-working-years',
    everyMs: dayMs,
    async run() {
      for (const year of await missingYears())
        alarms.raise({ kind: 'calendar_without_data', subject: String(year), params: { year: String(year) } });
    },
  };
}
