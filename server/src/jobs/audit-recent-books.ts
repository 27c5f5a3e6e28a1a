import type { OperatorAlarms } from '../domain/alarms/operator-alarms.ts';
import { raiseAuditAlarms, type AuditFound } from '../domain/alarms/raise-audit-alarms.ts';
import type { Logger } from '../platform/logger.ts';
import { dayMs, hourMs, type TimedJob } from './timed-job.ts';

const auditedMs = 2 * dayMs;

export interface AuditRecentBooksOptions {
  readonly logger: Logger;
  readonly alarms: OperatorAlarms;
  readonly nowMs: () => number;
  /** Recomputes what changed since then; everything if the log is short. */
  readonly audit: (holder: string, of: { readonly sinceMs: number; readonly checksFiles: boolean }) => Promise<AuditFound>;
  /** Stores the result for operators. */
  readonly note: (holder: string, found: AuditFound) => Promise<void>;
}

/** Recomputes the books of the last days, checks for damaged pages once a day, and reports any difference to operators. */
export function auditRecentBooksJob({ logger, alarms, nowMs, audit, note }: AuditRecentBooksOptions): TimedJob {
  let filesCheckedMs = -Infinity;
  return {
    name: 'audit-recent-books',
    everyMs: hourMs,
    async run(holder) {
      const startedMs = nowMs();
      const checksFiles = startedMs - filesCheckedMs >= dayMs;
      const found = await audit(holder, { sinceMs: startedMs - auditedMs, checksFiles });
      if (checksFiles && found.ok) filesCheckedMs = startedMs;
      await note(holder, found);
      const { ok, differenceNano, findingsCount } = found;
      if (ok) {
        logger.debug({}, 'the books balance');
        return;
      }
      logger.error({ differenceNano, findings: findingsCount }, 'the books do not balance: run the audit for the findings');
      raiseAuditAlarms(alarms, found);
    },
  };
}
