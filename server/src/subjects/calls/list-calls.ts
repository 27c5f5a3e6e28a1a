import type { CallsFilter, CallsPage, CallsPageRequest } from './call-ports.ts';
import { found, type ControlContext } from '../../control/control-context.ts';
import type { Principal } from '../../control/principal.ts';
import { findAccount, findKey, findSubAccount, narrowed } from '../../control/within-scope.ts';

/**
 * Requires that the requested records exist and belong to the requested account. Records of other tenants look as if they did not exist.
 */
export async function requireOwners(
  context: ControlContext,
  principal: Principal,
  { accountId, keyId, subAccountId }: CallsFilter,
): Promise<void> {
  if (accountId !== undefined) await findAccount(context, principal, accountId);
  if (keyId !== undefined) {
    const { key } = await findKey(context, principal, keyId);
    if (accountId !== undefined && key.accountId !== accountId) found(null, 'key');
  }
  if (subAccountId !== undefined) {
    const { subAccount } = await findSubAccount(context, principal, subAccountId);
    if (accountId !== undefined && subAccount.accountId !== accountId) found(null, 'sub-account');
  }
}

/** The call log, newest first. @throws {ApiError} 404 */
export async function listCalls(
  context: ControlContext,
  principal: Principal,
  asked: CallsFilter,
): Promise<(page: Pick<CallsPageRequest, 'limit' | 'cursor'>) => Promise<CallsPage>> {
  await requireOwners(context, principal, asked);
  const filter = narrowed(principal, asked);
  return async (page) => (filter === null ? { rows: [], next: null } : context.stores.calls.page({ ...filter, ...page }));
}
