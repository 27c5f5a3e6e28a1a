import { refusal } from '@tollgate/contract/refusals/refusal';
import { auditEntry, type ControlContext } from '../../control/control-context.ts';
import type { Principal } from '../../control/principal.ts';

/** Whether announcements are mailed to the address, with which the requester is signed in. */
export async function wantsNewsMail({ stores, newsMarks }: ControlContext, address: string): Promise<boolean> {
  return (await stores.newsRefusals.among([newsMarks.markOf(address)])).size === 0;
}

/** Turns announcement mails to the address on or off. The requester is signed in with it. */
export async function setNewsMail(
  context: ControlContext,
  who: Pick<Principal, 'name' | 'sourceIp'>,
  { address, isWanted }: { readonly address: string; readonly isWanted: boolean },
): Promise<void> {
  if ((await wantsNewsMail(context, address)) === isWanted) return;
  await write(context, who, { mark: context.newsMarks.markOf(address), isWanted });
}

/**
 * Unsubscribes the address of the token, without a sign-in. Repetitions change nothing.
 * @throws {ApiError} 400 if the token is invalid.
 */
export async function refuseNewsMail(context: ControlContext, token: string, sourceIp: string): Promise<void> {
  const mark = context.newsMarks.markIn(token);
  if (mark === null) throw refusal('news_link_incomplete', {}, { param: 't' });
  if ((await context.stores.newsRefusals.among([mark])).size > 0) return;
  await write(context, { name: 'unsubscribe-link', sourceIp }, { mark, isWanted: false });
}

async function write(
  context: ControlContext,
  who: Pick<Principal, 'name' | 'sourceIp'>,
  { mark, isWanted }: { readonly mark: string; readonly isWanted: boolean },
): Promise<void> {
  const action = isWanted ? 'news-mail.accept' : 'news-mail.refuse';
  const principal: Principal = { ...who, scope: { kind: 'operator' } };
  const audit = auditEntry(context, principal, { action, objectKind: 'mailbox', objectId: mark });
  const { newsRefusals } = context.stores;
  await (isWanted ? newsRefusals.accept(mark, audit) : newsRefusals.refuse(mark, context.clock.nowMs(), audit));
}
