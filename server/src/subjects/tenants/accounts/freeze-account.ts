import { refusal } from '@tollgate/contract/refusals/refusal';
import { frozenNotice } from './account-freeze.ts';
import { patchAccount } from './accounts.ts';
import { auditEntry, type ControlContext } from '../../../control/control-context.ts';
import type { Principal } from '../../../control/principal.ts';
import { findAccount, requireOperator } from '../../../control/within-scope.ts';

/** Shown to members; the texts are in `freezeReasons` of the contract. */
const reason = 'payment_disputed';

/**
 * Freezes the account of a disputed payment. An account that is being closed is already disabled, and stays disabled if its closure is
 * canceled.
 * @throws {ApiError} 404; 409 if its closure is canceled at the same moment
 */
export async function freezeAccount(context: ControlContext, principal: Principal, accountId: string): Promise<void> {
  requireOperator(principal, 'account');
  const { account, freeze } = await findAccount(context, principal, accountId);
  if (account.closesAtMs === undefined) {
    // Keeps the reason of an operator.
    const change = freeze === undefined ? { status_reason: reason } : {};
    await patchAccount(context, principal, accountId, { status: 'disabled', ...change });
    return;
  }
  const change = { status: 'disabled', status_reason: reason };
  const note = { action: 'account.patch', objectKind: 'account', objectId: accountId, after: change };
  const { closings } = context.stores;
  const frozen = { reason, atMs: context.clock.nowMs() };
  const news = { audit: auditEntry(context, principal, note), notice: await frozenNotice(context, accountId, frozen) };
  if (await closings.staysDisabled(accountId, frozen, news)) return;
  const closing = await closings.find(accountId);
  // After the seven days, the account does not return.
  if (closing === null || (closing.state === 'closing' && closing.statusBefore !== 'disabled'))
    throw refusal('closing_just_taken_back');
}
