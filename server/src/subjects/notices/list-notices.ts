import type { ControlContext } from '../../control/control-context.ts';
import type { Notice, NoticesFilter } from './notice-ports.ts';
import type { Principal } from '../../control/principal.ts';
import { findWholeAccount } from '../../control/within-scope.ts';
import type { Pages } from '../../control/page-ports.ts';

/** In-site messages to an account, newest first. @throws {ApiError} 404 */
export async function listNotices(
  context: ControlContext,
  principal: Principal,
  filter: NoticesFilter,
): Promise<Pages<Notice, bigint>> {
  await findWholeAccount(context, principal, filter.accountId);
  return (page) => context.stores.notices.list(filter, page);
}
