import { supportContact } from '../../../control/support-contact.ts';
import type { PatchAccountRequest } from '@tollgate/contract/tenants/operator-accounts';
import type { AccountNotice } from '../../../domain/books/account-notice.ts';
import type { AccountFreeze, AccountRecord } from '../../../domain/tenants/tenant-records.ts';
import { invalid, type ControlContext } from '../../../control/control-context.ts';
import { showTime } from '../../../control/show-time.ts';

/**
 * The freeze of an account after a change. Members always see the reason, so a new freeze needs one.
 * @throws {ApiError} 400
 */
export function freezeAfter(
  { clock }: Pick<ControlContext, 'clock'>,
  { account, freeze }: AccountRecord,
  { status = account.status, status_reason: given }: Pick<PatchAccountRequest, 'status' | 'status_reason'>,
): AccountFreeze | undefined {
  if (status === 'active') return undefined;
  const reason = given?.trim() ?? '';
  const isNew = account.status === 'active';
  if (reason !== '') return { reason, atMs: isNew ? clock.nowMs() : (freeze?.atMs ?? clock.nowMs()) };
  if (isNew || given !== undefined)
    throw invalid('status_reason', 'is required to freeze an account: members see it in the console and by mail');
  return freeze;
}

/** The notice to an account about its freeze. */
export async function frozenNotice(
  context: Pick<ControlContext, 'clock' | 'ids' | 'site' | 'setUp'>,
  accountId: string,
  { reason, atMs }: AccountFreeze,
): Promise<AccountNotice> {
  return {
    accountId,
    kind: 'account_frozen',
    source: `frozen:${context.ids.uuid()}`,
    link: '/account',
    atMs: context.clock.nowMs(),
    params: { reason, contact: (await supportContact(context.site, context.setUp.supportContact)) ?? '', at: showTime(atMs) },
  };
}

/** The notices to an account when it is frozen, when the reason changes, and when the freeze ends. */
export async function freezeNotices(
  context: Pick<ControlContext, 'clock' | 'ids' | 'site' | 'setUp'>,
  before: AccountRecord,
  { account: { id, status }, freeze }: AccountRecord,
): Promise<readonly AccountNotice[]> {
  if (freeze !== undefined && freeze.reason !== before.freeze?.reason) return [await frozenNotice(context, id, freeze)];
  if (status !== 'active' || before.account.status === 'active') return [];
  const atMs = context.clock.nowMs();
  return [
    {
      accountId: id,
      kind: 'account_unfrozen',
      source: `unfrozen:${context.ids.uuid()}`,
      link: '/account',
      atMs,
      params: { at: showTime(atMs) },
    },
  ];
}
