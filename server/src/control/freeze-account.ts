import { patchAccount } from './accounts.ts';
import { auditEntry, conflict, type ControlContext } from './control-context.ts';
import type { Principal } from './principal.ts';
import { findAccount, requireOperator } from './within-scope.ts';

/**
 * Disables an account; one that is being closed is disabled already, and stays so when its closing is taken back.
 * @throws {ApiError} 404; 409 where its closing is taken back at the same moment
 */
export async function freezeAccount(context: ControlContext, principal: Principal, accountId: string): Promise<void> {
  requireOperator(principal, 'account');
  const { account } = await findAccount(context, principal, accountId);
  if (account.closesAtMs === undefined) {
    await patchAccount(context, principal, accountId, { status: 'disabled' });
    return;
  }
  const note = { action: 'account.patch', objectKind: 'account', objectId: accountId, after: { status: 'disabled' } };
  const { closings } = context.stores;
  if (await closings.staysDisabled(accountId, { audit: auditEntry(context, principal, note) })) return;
  const closing = await closings.find(accountId);
  // Beyond its seven days it does not come back.
  if (closing === null || (closing.state === 'closing' && closing.statusBefore !== 'disabled'))
    throw conflict('The closing of this account was taken back at the same moment. Repeat the request.');
}
