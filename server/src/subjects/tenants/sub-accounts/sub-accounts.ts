import type { CreateSubAccountRequest, PatchSubAccountRequest } from '@tollgate/contract/tenants/operator-sub-accounts';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { AccountNotice } from '../../../domain/books/account-notice.ts';
import type { SubAccountRecord } from '../../../domain/tenants/tenant-records.ts';
import type { SubAccount } from '../../../domain/tenants/tenant.ts';
import { capsAfter, capWarnings, requireSubAccountCapsKnown, type Caps } from '../caps.ts';
import { auditEntry, type ControlContext } from '../../../control/control-context.ts';
import { keysIntoForce, subAccountIntoForce } from '../../../control/into-force.ts';
import { listBytes } from '../../../control/list-bytes.ts';
import { operatorNotices } from '../../notices/operator-news.ts';
import type { Principal } from '../../../control/principal.ts';
import { requireRoom } from '../../../control/require-room.ts';
import { subAccountSettings } from './sub-account-settings.ts';
import { findKnown } from '../../../domain/catalog/known-to.ts';
import { findAccount, findSubAccount, requireWholeAccount } from '../../../control/within-scope.ts';

/** Names on an allow-list that no model of the account has: they allow nothing and may be typing errors. */
export function unknownModels(
  { catalog: { current } }: ControlContext,
  accountId: string,
  list: readonly string[] | null | undefined,
): readonly string[] {
  return (list ?? [])
    .filter((name) => findKnown(current, name, accountId) === undefined && !current.providersByModel.has(name))
    .map((name) => `No model is called "${name}", which the model allow-list names; check how it is written.`);
}

/** An empty list restricts nothing, so it is stored as none. */
export function modelList(list: readonly string[] | null): readonly string[] | null {
  return list === null || list.length === 0 ? null : [...new Set(list)];
}

function note(action: string, before: SubAccount | null, after: SubAccount) {
  return {
    action,
    objectKind: 'sub-account',
    objectId: after.id,
    before: before === null ? undefined : subAccountSettings(before),
    after: subAccountSettings(after),
  };
}

function news(context: ControlContext, principal: Principal, before: SubAccount, after: SubAccount): readonly AccountNotice[] {
  const settings = { before: subAccountSettings(before), after: subAccountSettings(after) };
  const link = `/sub-accounts/${after.id}`;
  return operatorNotices(context, principal, {
    accountId: after.accountId,
    what: 'sub_account',
    name: before.name,
    link,
    ...settings,
  });
}

const noCaps: Caps = { dailyCap: null, monthlyCap: null, capArming: 0 };

export interface ChangedSubAccount {
  readonly record: SubAccountRecord;
  readonly warnings: readonly string[];
}

export function createSubAccount(
  context: ControlContext,
  principal: Principal,
  accountId: string,
  request: CreateSubAccountRequest,
): Promise<ChangedSubAccount> {
  return context.changeQueue.run(async () => {
    requireWholeAccount(principal, 'sub-account');
    await findAccount(context, principal, accountId);
    await requireSubAccountCapsKnown(context, request);
    const caps = capsAfter(noCaps, request);
    const subAccount: SubAccount = {
      id: context.ids.named('sub'),
      accountId,
      name: request.name,
      modelAllowList: modelList(request.model_allow_list ?? null),
      ...caps,
      status: 'active',
    };
    for (const noun of ['subAccounts', 'subAccountsMade'] as const) await requireRoom(context, principal, noun, { accountId });
    await requireRoom(context, principal, 'allowLists', { accountId, more: listBytes(subAccount) });
    const record = { subAccount, createdAtMs: context.clock.nowMs() };
    await context.stores.subAccounts.create(record, auditEntry(context, principal, note('sub-account.create', null, subAccount)));
    return { record, warnings: [...unknownModels(context, accountId, request.model_allow_list), ...capWarnings(caps)] };
  });
}

export function patchSubAccount(
  context: ControlContext,
  principal: Principal,
  id: string,
  request: PatchSubAccountRequest,
): Promise<ChangedSubAccount> {
  return context.changeQueue.run(async () => {
    requireWholeAccount(principal, 'sub-account');
    const before = await findSubAccount(context, principal, id);
    if (before.subAccount.status === 'deleted') throw refusal('sub_account_deleted');
    await requireSubAccountCapsKnown(context, request);
    const list = request.model_allow_list;
    const caps = capsAfter(before.subAccount, request);
    const subAccount: SubAccount = {
      ...before.subAccount,
      name: request.name ?? before.subAccount.name,
      modelAllowList: list === undefined ? before.subAccount.modelAllowList : modelList(list),
      ...caps,
    };
    const more = listBytes(subAccount) - listBytes(before.subAccount);
    await requireRoom(context, principal, 'allowLists', { accountId: subAccount.accountId, more });
    const entry = auditEntry(context, principal, note('sub-account.patch', before.subAccount, subAccount));
    await context.stores.subAccounts.update(subAccount, entry, news(context, principal, before.subAccount, subAccount));
    await subAccountIntoForce(context, subAccount);
    return {
      record: { ...before, subAccount },
      warnings: [...unknownModels(context, subAccount.accountId, list), ...capWarnings(caps)],
    };
  });
}

/** Deletes a sub-account and disables its keys; its log rows keep their names. Deleting it again changes nothing. */
export function deleteSubAccount(context: ControlContext, principal: Principal, id: string): Promise<SubAccountRecord> {
  return context.changeQueue.run(async () => {
    requireWholeAccount(principal, 'sub-account');
    const before = await findSubAccount(context, principal, id);
    if (before.subAccount.status === 'deleted') return before;
    const subAccount: SubAccount = { ...before.subAccount, status: 'deleted' };
    const entry = auditEntry(context, principal, note('sub-account.delete', before.subAccount, subAccount));
    await context.stores.subAccounts.remove(id, entry, news(context, principal, before.subAccount, subAccount));
    await subAccountIntoForce(context, subAccount);
    const keys = await context.stores.keys.ofSubAccount(id);
    await keysIntoForce(
      context,
      subAccount.accountId,
      keys.map(({ key }) => key),
    );
    return { ...before, subAccount };
  });
}
