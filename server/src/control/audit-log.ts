import type { ControlContext } from './control-context.ts';
import type { Principal } from './principal.ts';
import type { AuditLogFilter, AuditLogRow } from './audit-log-ports.ts';
import { findWholeAccount, requireOperator } from './within-scope.ts';
import type { Pages } from './page-ports.ts';

/** All changes, newest first. */
export async function listAuditLog(
  context: ControlContext,
  principal: Principal,
  filter: AuditLogFilter,
): Promise<Pages<AuditLogRow, bigint>> {
  requireOperator(principal, 'audit log');
  return (page) => context.stores.auditLog.list(filter, page);
}

/**
 * All changes to an account and its objects, newest first.
 * @throws {ApiError} 404
 */
export async function listAccountChanges(
  context: ControlContext,
  principal: Principal,
  { accountId, objectId }: { readonly accountId: string; readonly objectId?: string | undefined },
): Promise<Pages<AuditLogRow, bigint>> {
  await findWholeAccount(context, principal, accountId);
  return (page) => context.stores.auditLog.list({ accountId, objectId }, page);
}

/**
 * Actions on the account itself in a period, newest first.
 * @throws {ApiError} 404
 */
export async function listActsOnAccount(
  context: ControlContext,
  principal: Principal,
  { accountId, ...acts }: { readonly accountId: string } & Required<Pick<AuditLogFilter, 'action' | 'fromMs' | 'toMs'>>,
): Promise<Pages<AuditLogRow, bigint>> {
  await findWholeAccount(context, principal, accountId);
  return (page) => context.stores.auditLog.list({ objectKind: 'account', objectId: accountId, ...acts }, page);
}
