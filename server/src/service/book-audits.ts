import type { AuditReportAnswer, AuditStep } from '@tollgate/contract/ledger/book-audits';
import { formatExact } from '@tollgate/contract/money';
import { auditBooks } from '../books/audit/audit-books.ts';
import { auditSince } from '../books/audit/audit-since.ts';
import type { AuditCounts, AuditReport, Finding } from '../books/audit/finding.ts';
import type { BookAudit } from '../subjects/ledger/book-audit-ports.ts';
import type { OperatorAlarms } from '../domain/alarms/operator-alarms.ts';
import { raiseAuditAlarms } from '../domain/alarms/raise-audit-alarms.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';
import type { Engine } from '../storage/engine.ts';
import { endAudit, recordAudit, touchAudit } from '../subjects/ledger/book-audits-store.ts';
import { noteAudit } from '../subjects/site/overview-store.ts';

export interface BookAuditsOptions {
  readonly engine: Engine;
  /** Writes queued records, which belong to the books as well. */
  readonly flush: () => Promise<void>;
  readonly incarnation: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly alarms: OperatorAlarms;
}

/** How often a running audit reports its progress. */
const reportEveryMs = 1000;

/** The name in a sentence of the audit; `null` if there is none. */
function namedIn(detail: string, pattern: RegExp): string | null {
  return pattern.exec(detail)?.[1] ?? null;
}

function findingView({ kind, detail, differenceNano }: Finding): AuditReportAnswer['findings'][number] {
  return {
    kind,
    detail,
    difference: formatExact(BigInt(differenceNano)),
    account_id: namedIn(detail, /\baccount ([A-Za-z0-9_-]+)/),
    key_id: namedIn(detail, /\bkey ([A-Za-z0-9_-]+)/),
    call_id: namedIn(detail, /\bcall ([0-9a-f]{8}-[0-9a-f-]{27})/),
  };
}

/** The report in the form that APIs return. */
function showReport({ ok, checked, kinds, differenceNano, findings, findingsCount }: AuditReport): AuditReportAnswer {
  return {
    ok,
    checked: {
      calls: checked.calls,
      usage_hours: checked.usageHours,
      ledger_entries: checked.ledgerEntries,
      accounts: checked.accounts,
      statements: checked.statements,
      audit_log_entries: checked.auditEntries,
      ...(checked.pages === null ? {} : { database_pages: checked.pages }),
    },
    difference: formatExact(BigInt(differenceNano)),
    kinds: kinds
      .map((each) => ({ ...each, difference: formatExact(BigInt(each.differenceNano)) }))
      .map(({ differenceNano: _, ...each }) => each),
    findings: findings.map(findingView),
    findings_count: findingsCount,
  };
}

function rowsOf(checked: Readonly<AuditCounts>): number {
  const { calls, usageHours, ledgerEntries, accounts, statements, auditEntries } = checked;
  return calls + usageHours + ledgerEntries + accounts + statements + auditEntries;
}

type Begun = Pick<BookAudit, 'id' | 'of' | 'startedBy' | 'startedAtMs'>;

function ended(begun: Begun, report: AuditReport, endedAtMs: number): BookAudit {
  const { ok, differenceNano, findingsCount } = report;
  return {
    ...begun,
    state: 'done',
    endedAtMs,
    step: 'indexes',
    rows: rowsOf(report.checked),
    ok,
    differenceNano,
    findingsCount,
    report: showReport(report),
  };
}

/** Audits that operators have requested. */
export interface BookAudits {
  /** Runs an audit to its end. */
  run(by: string): Promise<AuditReportAnswer>;
  /** Continues an audit that the books record as started, in the background. */
  goOn(begun: BookAudit): void;
}

/** Runs full audits and stores their findings. */
export function createBookAudits({ engine, flush, incarnation, clock, ids, logger, alarms }: BookAuditsOptions): BookAudits {
  const nowMs = (): number => clock.nowMs();

  async function audit(onCheck?: (step: AuditStep, checked: Readonly<AuditCounts>) => void): Promise<AuditReport> {
    await flush();
    const report = await auditBooks(engine, { incarnation, checksFiles: true, ...(onCheck === undefined ? {} : { onCheck }) });
    raiseAuditAlarms(alarms, report);
    return report;
  }

  /** Operators need the result most in an outage, although nothing can be stored then. */
  async function keep(report: AuditReport, note: () => Promise<void>): Promise<void> {
    const { ok, differenceNano, findingsCount } = report;
    try {
      await noteAudit(engine, { atMs: nowMs(), ok, differenceNano, findingsCount, of: 'all' });
      await note();
    } catch (error) {
      logger.warn({ reason: String(error) }, 'could not store the result of the audit');
    }
  }

  async function watched(begun: BookAudit): Promise<void> {
    let at: { readonly step: AuditStep; readonly checked: Readonly<AuditCounts> } | null = null;
    const tell = (): void => {
      if (at === null) return;
      touchAudit(engine, begun.id, { step: at.step, rows: rowsOf(at.checked), atMs: nowMs() }).catch((error: unknown) => {
        logger.debug({ reason: String(error) }, 'could not store the progress of the audit');
      });
    };
    const stop = clock.every(reportEveryMs, tell);
    try {
      const report = await audit((step, checked) => {
        at = { step, checked };
        tell();
      });
      await keep(report, () => endAudit(engine, ended(begun, report, nowMs())));
    } catch (error) {
      logger.error({ reason: String(error) }, 'could not finish an audit of the books');
      await endAudit(engine, { ...begun, state: 'broken', endedAtMs: nowMs() });
    } finally {
      stop();
    }
  }

  return {
    async run(by) {
      const begun: Begun = { id: ids.named('aud'), of: 'all', startedBy: by, startedAtMs: nowMs() };
      const report = await audit();
      await keep(report, () => recordAudit(engine, ended(begun, report, nowMs())));
      return showReport(report);
    },
    goOn(begun) {
      watched(begun).catch((error: unknown) => {
        logger.warn({ reason: String(error) }, 'could not store the end of an audit');
      });
    },
  };
}

type RecentOptions = Pick<BookAuditsOptions, 'incarnation' | 'ids'> & {
  readonly nowMs: () => number;
  readonly sinceMs: number;
  readonly checksFiles: boolean;
};

/** The automatic audit: the books of the last days, or the whole of a short log. */
export async function auditRecent(engine: Engine, options: RecentOptions): Promise<AuditReport> {
  const { incarnation, ids, nowMs, checksFiles } = options;
  const startedAtMs = nowMs();
  const since = await auditSince(engine, options.sinceMs);
  const report = await auditBooks(engine, { incarnation, checksFiles, ...since });
  const of = since.sinceMs === undefined ? 'all' : 'recent';
  await recordAudit(engine, ended({ id: ids.named('aud'), of, startedBy: 'job', startedAtMs }, report, nowMs()));
  return report;
}
