import type { ControlContext } from '../../control/control-context.ts';
import type { Following, NoticesToMark } from './notice-ports.ts';
import type { Principal } from '../../control/principal.ts';
import { findWholeAccount } from '../../control/within-scope.ts';

/** More than a page shows. */
const unreadMax = 100;

/** Messages that no member of the account has read, up to 100. @throws {ApiError} 404 */
export async function countUnreadNotices(context: ControlContext, principal: Principal, accountId: string): Promise<number> {
  await findWholeAccount(context, principal, accountId);
  return context.stores.notices.countUnread(accountId, unreadMax);
}

/** Marks messages as read. Returns how many were unread. @throws {ApiError} 404 */
export async function markNoticesRead(
  context: ControlContext,
  principal: Principal,
  accountId: string,
  which: NoticesToMark,
): Promise<number> {
  await findWholeAccount(context, principal, accountId);
  return context.stores.notices.markRead(accountId, which, context.clock.nowMs());
}

/** Messages of an account as they arrive. @throws {ApiError} 404; 429 if there are too many listeners. */
export async function followNotices(
  context: ControlContext,
  principal: Principal,
  accountId: string,
  afterId: bigint | null,
): Promise<Following> {
  await findWholeAccount(context, principal, accountId);
  return context.noticeFeed.subscribe(accountId, afterId);
}
