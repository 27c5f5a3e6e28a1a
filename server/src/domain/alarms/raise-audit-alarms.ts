import type { OperatorAlarms } from './operator-alarms.ts';

/** Audit findings that alarms report. */
export interface AuditFound {
  readonly ok: boolean;
  readonly differenceNano: string;
  readonly findingsCount: number;
  /** Includes at least the first finding of each kind. */
  readonly findings: readonly { readonly kind: string; readonly detail: string }[];
  readonly kinds: readonly { readonly kind: string; readonly findings: number }[];
}

/** Raises separate alarms for a damaged database, which needs a backup, and for books that do not add up. */
export function raiseAuditAlarms(alarms: OperatorAlarms, { differenceNano, findingsCount, findings, kinds }: AuditFound): void {
  const damages = kinds.find(({ kind }) => kind === 'damage')?.findings ?? 0;
  if (damages > 0) {
    const found = findings.find(({ kind }) => kind === 'damage')?.detail ?? '';
    alarms.raise({ kind: 'database_damaged', subject: 'database', params: { found, findings: String(damages) } });
  }
  const differences = findingsCount - damages;
  if (differences === 0) return;
  const params = { difference: differenceNano, findings: String(differences) };
  alarms.raise({ kind: 'audit_difference', subject: 'books', params });
}
