import type { AuditReportAnswer } from '@tollgate/contract/ledger/book-audits';
import type { Principal } from '../../control/principal.ts';
import { requireOperator } from '../../control/within-scope.ts';
import type { Operated, Operations } from '../../control/operations-ports.ts';

export async function auditBooks({ operations }: Operated, principal: Principal): Promise<AuditReportAnswer> {
  requireOperator(principal, 'audit');
  return operations.audit(principal.name);
}

export async function backUp({ operations }: Operated, principal: Principal, name: string): ReturnType<Operations['backup']> {
  requireOperator(principal, 'backup');
  return operations.backup(name);
}

export async function compareEnvironment({ operations }: Operated, principal: Principal): Promise<readonly string[]> {
  requireOperator(principal, 'environment');
  return operations.environment.differences();
}

/** Returns the changes. */
export async function adoptEnvironment({ operations }: Operated, principal: Principal): Promise<readonly string[]> {
  requireOperator(principal, 'environment');
  const differences = await operations.environment.differences();
  await operations.environment.take(principal);
  return differences;
}
