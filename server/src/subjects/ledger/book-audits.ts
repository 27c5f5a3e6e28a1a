import { refusal } from '@tollgate/contract/refusals/refusal';
import type { BookAudit } from './book-audit-ports.ts';
import { auditEntry, found, type ControlContext } from '../../control/control-context.ts';
import type { Pages } from '../../control/page-ports.ts';
import type { Operations } from '../../control/operations-ports.ts';
import type { TimePosition } from '../../control/page-ports.ts';
import type { Principal } from '../../control/principal.ts';
import { requireOperator } from '../../control/within-scope.ts';

/** Audits of the books, newest first, without their individual findings. */
export async function listBookAudits(context: ControlContext, principal: Principal): Promise<Pages<BookAudit, TimePosition>> {
  requireOperator(principal, 'audit');
  return (page) => context.stores.bookAudits.list(page);
}

/** One audit with its report. @throws {ApiError} 404 */
export async function findBookAudit(context: ControlContext, principal: Principal, id: string): Promise<BookAudit> {
  requireOperator(principal, 'audit');
  return found(await context.stores.bookAudits.find(id), 'audit');
}

/** Starts a full audit in the background. @throws {ApiError} 409 while another one runs */
export async function beginBookAudit(
  context: ControlContext,
  principal: Principal,
  { operations }: { readonly operations: Pick<Operations, 'goOnAuditing'> },
): Promise<BookAudit> {
  requireOperator(principal, 'audit');
  const begun: BookAudit = {
    id: context.ids.named('aud'),
    state: 'running',
    of: 'all',
    startedBy: principal.name,
    startedAtMs: context.clock.nowMs(),
    endedAtMs: null,
    step: 'files',
    rows: 0,
    ok: null,
    differenceNano: null,
    findingsCount: null,
    report: null,
  };
  const note = { action: 'books.audit', objectKind: 'audit', objectId: begun.id };
  if (!(await context.stores.bookAudits.begin(begun, auditEntry(context, principal, note)))) throw refusal('audit_runs');
  operations.goOnAuditing(begun);
  return begun;
}
