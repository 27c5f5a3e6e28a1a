import type { MonthSpan } from '../../../domain/limits/month-span.ts';
import { monthSpan, monthSpanAt } from '../../../domain/limits/month-span.ts';
import type { Logger } from '../../../platform/logger.ts';
import { dayMs, hourMs, type TimedJob } from '../../../jobs/timed-job.ts';

/** Maximum delay of a message after an outage; later it is useless. */
const daysToTell = 10;

export interface NotifyStatementsOptions {
  readonly logger: Logger;
  readonly nowMs: () => number;
  readonly timeZone: string;
  /** Start of the first month that is not frozen. */
  readonly frozenBeforeMs: () => Promise<number>;
  /** Returns the number of notified accounts. */
  readonly tell: (holder: string, span: MonthSpan) => Promise<number>;
}

/** On the second day of a month, notifies subscribers that the statement of the previous month is ready. */
export function notifyStatementsJob({ logger, nowMs, timeZone, frozenBeforeMs, tell }: NotifyStatementsOptions): TimedJob {
  return {
    name: 'tell-statements',
    everyMs: hourMs,
    async run(holder) {
      const { month, startsAtMs } = monthSpanAt(nowMs(), timeZone);
      const secondDayMs = monthSpan(month, timeZone).startsAtMs + dayMs;
      const isDue = nowMs() >= secondDayMs && nowMs() < startsAtMs + daysToTell * dayMs;
      if (!isDue || (await frozenBeforeMs()) < startsAtMs) return;
      const told = await tell(holder, monthSpanAt(startsAtMs - 1, timeZone));
      if (told > 0) logger.info({ accounts: told }, 'accounts were notified that their statement is ready');
    },
  };
}
