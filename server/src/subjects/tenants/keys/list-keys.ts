import type { KeyRecord } from '../../../domain/tenants/tenant-records.ts';
import type { ControlContext } from '../../../control/control-context.ts';
import type { KeysFilter } from './key-ports.ts';
import type { TimePosition } from '../../../control/page-ports.ts';
import type { Principal } from '../../../control/principal.ts';
import { findAccount, narrowed } from '../../../control/within-scope.ts';
import type { Pages } from '../../../control/page-ports.ts';

/** Keys of an account, newest first; a sub-account sees its own. @throws {ApiError} 404 */
export async function listKeys(
  context: ControlContext,
  principal: Principal,
  asked: KeysFilter,
): Promise<Pages<KeyRecord, TimePosition>> {
  await findAccount(context, principal, asked.accountId);
  const filter = narrowed(principal, asked);
  return async (page) => (filter === null ? [] : context.stores.keys.list(filter, page));
}
