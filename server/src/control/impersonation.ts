import { refusal } from '@tollgate/contract/refusals/refusal';
import { auditEntry, type ControlContext } from './control-context.ts';
import type { Impersonation } from './impersonation-ports.ts';
import type { Principal } from './principal.ts';
import { findAccount, requireOperator } from './within-scope.ts';

/** A look ends by itself. */
const impersonationMs = 3_600_000;

type Parts = Pick<ControlContext, 'stores' | 'clock'>;

/** The account that somebody looks at as an operator; `null`: none. It is asked before there is a principal. */
export async function impersonationOf(parts: Parts, userId: string): Promise<Impersonation | null> {
  const found = await parts.stores.impersonations.find(userId);
  return found !== null && parts.clock.nowMs() < found.untilMs ? found : null;
}

/** Whoever looks at an account changes nothing meanwhile, there or elsewhere. @throws {ApiError} 403 */
export async function refuseWhileImpersonating(
  parts: Parts,
  userId: string,
  reason: 'looking_at_account' | 'files_of_members' = 'looking_at_account',
): Promise<void> {
  if ((await impersonationOf(parts, userId)) !== null) throw refusal(reason);
}

/** Begins to look at an account as its people see it. Who looked, and when, is in the audit log from the start. @throws {ApiError} 404 */
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

/** Ends it; one that is over already stays so. */
export async function endImpersonation(context: ControlContext, principal: Principal, userId: string): Promise<void> {
  requireOperator(principal, 'account');
  const before = await context.stores.impersonations.find(userId);
  if (before === null) return;
  const note = { action: 'account.impersonation-end', objectKind: 'account', objectId: before.accountId };
  await context.stores.impersonations.end(userId, auditEntry(context, principal, note));
}
