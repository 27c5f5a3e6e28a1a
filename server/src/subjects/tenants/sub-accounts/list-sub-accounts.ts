import type { SubAccountRecord } from '../../../domain/tenants/tenant-records.ts';
import type { ControlContext } from '../../../control/control-context.ts';
import type { TimePosition } from '../../../control/page-ports.ts';
import type { Principal } from '../../../control/principal.ts';
import type { SubAccountsFilter } from './sub-account-ports.ts';
import { findAccount, narrowed } from '../../../control/within-scope.ts';
import type { Pages } from '../../../control/page-ports.ts';

/** Sub-accounts of an account, newest first; a sub-account sees itself. @throws {ApiError} 404 */
export async function listSubAccounts(
  context: ControlContext,
  principal: Principal,
  asked: SubAccountsFilter,
): Promise<Pages<SubAccountRecord, TimePosition>> {
  await findAccount(context, principal, asked.accountId);
  const filter = narrowed(principal, asked);
  return async (page) => (filter === null ? [] : context.stores.subAccounts.list(filter, page));
}
