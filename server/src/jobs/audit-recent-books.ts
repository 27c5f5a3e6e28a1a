import type { OperatorAlarms } from '../domain/alarms/operator-alarms.ts';
import type { Logger } from '../platform/logger.ts';
import { dayMs, hourMs, type TimedJob } from './timed-job.ts';

const auditedMs = 2 * dayMs;

export interface AuditFound {
  readonly ok: boolean;
  readonly differenceNano: string;
  readonly findingsCount: number;
}

export interface AuditRecentBooksOptions {
  readonly logger: Logger;
  readonly alarms: OperatorAlarms;
  readonly nowMs: () => number;
  /** Adds up what changed since; everything if the log is short. */
  readonly audit: (holder: string, since: { readonly sinceMs: number }) => Promise<AuditFound>;
  /** Keeps it for operators to see. */
  readonly note: (holder: string, found: AuditFound) => Promise<void>;
}

/** Adds up the books of the last days and tells the operator of any difference. */
export function auditRecentBooksJob({ logger, alarms, nowMs, audit, note }: AuditRecentBooksOptions): TimedJob {
  return {
    name: 'audit-recent-books',
    everyMs: hourMs,
    async run(holder) {
      const found = await audit(holder, { sinceMs: nowMs() - auditedMs });
      await note(holder, found);
      const { ok, differenceNano, findingsCount } = found;
      if (ok) {
        logger.debug({}, 'the books add up');
        return;
      }
      logger.error({ differenceNano, findings: findingsCount }, 'the books do not add up: run the audit for the findings');
      const params = { difference: differenceNano, findings: String(findingsCount) };
      alarms.raise({ kind: 'audit_difference', subject: 'books', params });
    },
  };
}
