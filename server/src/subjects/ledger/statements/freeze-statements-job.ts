import type { Logger } from '../../../platform/logger.ts';
import { hourMs, type TimedJob } from '../../../jobs/timed-job.ts';

export interface FreezeStatementsOptions {
  readonly logger: Logger;
  /** Returns the number of written statements. */
  readonly freeze: (holder: string) => Promise<number>;
}

/** Freezes the statements of a month after its last hour is closed. */
export function freezeStatementsJob({ logger, freeze }: FreezeStatementsOptions): TimedJob {
  return {
    name: 'freeze-statements',
    everyMs: hourMs,
    async run(holder) {
      const statements = await freeze(holder);
      if (statements > 0) logger.info({ statements }, 'monthly statements were frozen');
    },
  };
}
