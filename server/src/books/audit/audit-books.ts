import type { AuditStep } from '@tollgate/contract/ledger/book-audits';
import type { Engine } from '../../storage/engine.ts';
import { StorageError } from '../../storage/storage-error.ts';
import { readProgress } from '../job-progress.ts';
import type { AuditScope } from './audit-scope.ts';
import { checkIndexes } from './check-indexes.ts';
import { checkLedger } from './check-ledger.ts';
import { checkRecords } from './check-records.ts';
import { checkStatements } from './check-statements.ts';
import { checkUsage } from './check-usage.ts';
import { AuditSheet } from './finding.ts';
import type { AuditCounts, AuditReport } from './finding.ts';

export interface AuditOptions {
  /** The running process. `null` skips the check for calls that a dead process left open. */
  readonly incarnation: string | null;
  /** Recomputes only the hours from this time on; all hours if absent. */
  readonly sinceMs?: number;
  /** Reads every page of the database files first, which takes seconds to minutes. */
  readonly checksFiles?: boolean;
  /** Called at the start of each check, with the counts so far. */
  readonly onCheck?: (step: AuditStep, checked: Readonly<AuditCounts>) => void;
}

const checks = [
  ['usage', checkUsage],
  ['ledger', checkLedger],
  ['statements', checkStatements],
  ['records', checkRecords],
  ['indexes', checkIndexes],
] as const satisfies readonly (readonly [AuditStep, (scope: AuditScope) => Promise<void>])[];

/** The database reports a damaged file, or its answer is implausible. */
function isDamage(error: unknown): boolean {
  return (
    !(error instanceof StorageError) || error.fault === 'row' || /malformed|not a database|SQLSTATE XX00[12]/.test(error.message)
  );
}

/** Runs outside the snapshot: it takes long, and damage does not depend on the moment. */
async function checkFiles(engine: Engine, sheet: AuditSheet): Promise<void> {
  const files = (await engine.checkFiles?.()) ?? [];
  for (const { file, found } of files) {
    for (const what of found)
      sheet.find(
        'damage',
        `${file} is damaged: ${what.replaceAll(/\s+/g, ' ')}. Restore a backup: docs/operations.md, "Damaged files".`,
      );
  }
  if (files.length > 0 && files.every(({ pages }) => pages !== null))
    sheet.checked.pages = files.reduce((sum, { pages }) => sum + (pages ?? 0), 0);
}

/**
 * Recomputes the books from their entries, as of one moment of the database: every sum to the nano, every running total, every link of the
 * audit log. Other work is not blocked. The database adds up, one hour at a time, and returns only mismatches. Neither memory nor the event
 * loop therefore depends on the length of the log.
 */
export async function auditBooks(engine: Engine, options: AuditOptions): Promise<AuditReport> {
  const sheet = new AuditSheet();
  if (options.checksFiles === true) {
    options.onCheck?.('files', sheet.checked);
    await checkFiles(engine, sheet);
  }
  await unlessDamaged(sheet, () => engine.snapshot((snapshot) => checkBooks({ engine, snapshot, sheet }, options)));
  return sheet.report();
}

/** Unreadable data is a finding. Once damage is found, any later failure is a finding as well. */
async function unlessDamaged(sheet: AuditSheet, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!isDamage(error) && !sheet.has('damage')) throw error;
    sheet.find('damage', `part of the books cannot be read: ${String(error)}`);
  }
}

async function checkBooks(at: Pick<AuditScope, 'engine' | 'snapshot' | 'sheet'>, options: AuditOptions): Promise<void> {
  const { engine, snapshot, sheet } = at;
  const scope: AuditScope = {
    ...at,
    incarnation: options.incarnation,
    sinceMs: options.sinceMs === undefined ? null : Math.max(0, Math.floor(options.sinceMs)),
    closedBefore: (await readProgress(engine, 'usage_closed_before_ms', snapshot)) ?? 0n,
    frozenThrough: (await readProgress(engine, 'calls_frozen_through_day', snapshot)) ?? 0n,
    orphans: new Set(),
  };
  for (const [step, check] of checks) {
    options.onCheck?.(step, sheet.checked);
    await unlessDamaged(sheet, () => check(scope));
  }
}
