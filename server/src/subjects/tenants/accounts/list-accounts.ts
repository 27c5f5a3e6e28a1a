import type { AccountRecord } from '../../../domain/tenants/tenant-records.ts';
import type { AccountsFilter } from './account-ports.ts';
import type { ControlContext } from '../../../control/control-context.ts';
import type { TimePosition } from '../../../control/page-ports.ts';
import type { Principal } from '../../../control/principal.ts';
import type { Pages } from '../../../control/page-ports.ts';

/** Accounts, newest first: all of them, or only the principal's. */
export async function listAccounts(
  context: ControlContext,
  principal: Principal,
  filter: AccountsFilter,
): Promise<Pages<AccountRecord, TimePosition>> {
  const { scope } = principal;
  const own = scope.kind === 'operator' ? filter : { ...filter, id: scope.accountId };
  return (page) => context.stores.accounts.list(own, page);
}
