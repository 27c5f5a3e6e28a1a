import type { OperatorAlarms } from '../../domain/alarms/operator-alarms.ts';
import { dayMs, type TimedJob } from '../../jobs/timed-job.ts';

export interface WatchWorkingYearsOptions {
  /** Years that need data by now: this one, and from 1 December on the next. */
  readonly missingYears: () => Promise<readonly number[]>;
  readonly alarms: OperatorAlarms;
}

/** Warns operators daily of a calendar that due dates need and that is not imported. */
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
