import type { OperatorAlarms } from './operator-alarms.ts';

/** The findings of an audit of the books, as far as alarms include them. */
export interface AuditFound {
  readonly ok: boolean;
  readonly differenceNano: string;
  readonly findingsCount: number;
  /** The first of each kind at least. */
  readonly findings: readonly { readonly kind: string; readonly detail: string }[];
  readonly kinds: readonly { readonly kind: string; readonly findings: number }[];
}

/** A damaged database is another matter than books that do not add up: the remedy is a backup. */
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
