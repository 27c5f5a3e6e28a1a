import { auditEntry, type ControlContext } from '../../control/control-context.ts';
import type { Impersonation } from './impersonation-ports.ts';
import type { Principal } from '../../control/principal.ts';
import { findAccount, requireOperator } from '../../control/within-scope.ts';

/** Maximum duration of an impersonation. */
const impersonationMs = 3_600_000;

/** Starts viewing an account as its members do. The audit log records the operator and the time. @throws {ApiError} 404 */
export async function startImpersonation(
  context: ControlContext,
  principal: Principal,
  { userId, accountId }: { readonly userId: string; readonly accountId: string },
): Promise<Impersonation> {
  requireOperator(principal, 'account');
  await findAccount(context, principal, accountId);
  const startedAtMs = context.clock.nowMs();
  const impersonation = { userId, accountId, startedAtMs, untilMs: startedAtMs + impersonationMs };
  const note = { action: 'account.impersonate', objectKind: 'account', objectId: accountId, after: { minutes: 60 } };
  await context.stores.impersonations.start(impersonation, auditEntry(context, principal, note));
  return impersonation;
}

/** Ends the impersonation; does nothing if it has ended already. */
export async function endImpersonation(context: ControlContext, principal: Principal, userId: string): Promise<void> {
  requireOperator(principal, 'account');
  const before = await context.stores.impersonations.find(userId);
  if (before === null) return;
  const note = { action: 'account.impersonation-end', objectKind: 'account', objectId: before.accountId };
  await context.stores.impersonations.end(userId, auditEntry(context, principal, note));
}
