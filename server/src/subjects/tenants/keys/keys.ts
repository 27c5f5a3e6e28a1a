import type { CreateKeyRequest, PatchKeyRequest } from '@tollgate/contract/tenants/operator-keys';
import { accountBounds } from '@tollgate/contract/tenants/account-bounds';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { AccountNotice } from '../../../domain/books/account-notice.ts';
import type { KeyRecord } from '../../../domain/tenants/tenant-records.ts';
import type { Key } from '../../../domain/tenants/tenant.ts';
import { hashKeyValue, keyHint, makeKeyValue } from '../../../domain/tenants/key-value.ts';
import { auditEntry, found, type ControlContext } from '../../../control/control-context.ts';
import { requireDomesticKnown } from './domestic-only.ts';
import { requireServingRoute } from './preferred-route.ts';
import { keysIntoForce } from '../../../control/into-force.ts';
import { settingsOf, type KeySettings } from './key-settings.ts';
import { listBytes } from '../../../control/list-bytes.ts';
import { operatorNotices } from '../../notices/operator-news.ts';
import type { Principal } from '../../../control/principal.ts';
import { requireRoom } from '../../../control/require-room.ts';
import { keySettings } from './key-words.ts';
import { findAccount, findKey, findSubAccount, requireWholeAccount } from '../../../control/within-scope.ts';

/** A key with its value. This is the only time that the value exists outside its owner's hands. */
export interface NewKey {
  readonly record: KeyRecord;
  readonly value: string;
  readonly warnings: readonly string[];
}

export interface ChangedKey {
  readonly record: KeyRecord;
  readonly warnings: readonly string[];
}

/** An ended key grants no access and needs no lists. */
const noLists = { ipAllowList: [], modelAllowList: null } as const;

const noSettings: KeySettings = {
  remark: '',
  dailyCap: null,
  monthlyCap: null,
  capArming: 0,
  ipAllowList: [],
  modelAllowList: null,
  expiresAtMs: null,
  strict: false,
  domesticOnly: false,
  routing: null,
  preferredRoute: null,
  limits: {},
};

function note(action: string, before: Key | null, after: Key) {
  return {
    action,
    objectKind: 'key',
    objectId: (before ?? after).id,
    before: before === null ? undefined : keySettings(before),
    after: keySettings(after),
  };
}

async function checkSubAccount(context: ControlContext, principal: Principal, accountId: string, id: string): Promise<void> {
  const { subAccount } = await findSubAccount(context, principal, id);
  // A sub-account of another tenant looks as if it did not exist.
  if (subAccount.accountId !== accountId) found(null, 'sub-account');
  if (subAccount.status === 'deleted') throw refusal('sub_account_takes_no_keys');
}

const isOperator = ({ scope }: Principal): boolean => scope.kind === 'operator';

function freshKey(context: ControlContext, owner: Pick<Key, 'accountId' | 'subAccountId' | 'status'>, settings: KeySettings) {
  const value = makeKeyValue(context.ids);
  const key: Key = {
    id: context.ids.named('key'),
    accountId: owner.accountId,
    subAccountId: owner.subAccountId,
    status: owner.status,
    ...keyHint(value),
    ...settings,
    createdAtMs: context.clock.nowMs(),
  };
  return { key, value, record: { key, replacedBy: null, updatedAtMs: key.createdAtMs } };
}

/** Managers of the account are notified when a member creates a key, in case it was someone else. */
function keyNotice({ name, scope }: Principal, change: 'created' | 'reset', key: Key): AccountNotice | null {
  if (scope.kind === 'operator') return null;
  return {
    accountId: key.accountId,
    kind: 'key_change',
    source: `key:${key.id}`,
    link: `/keys/${key.id}`,
    atMs: key.createdAtMs,
    params: { change, key: shownName(key), person: name, at: Temporal.Instant.fromEpochMilliseconds(key.createdAtMs).toString() },
  };
}

/** Creates a key. Its value is only in the response. @throws {ApiError} 400, 404, 409, 429 */
export function createKey(
  context: ControlContext,
  principal: Principal,
  accountId: string,
  request: CreateKeyRequest,
): Promise<NewKey> {
  return context.changeQueue.run(async () => {
    await findAccount(context, principal, accountId);
    await requireDomesticKnown(context, request);
    requireServingRoute(context, { accountId, isOperator: isOperator(principal), before: null }, request.preferred_route);
    const subAccountId = request.sub_account_id ?? null;
    if (subAccountId === null) requireWholeAccount(principal, 'sub-account');
    else await checkSubAccount(context, principal, accountId, subAccountId);
    await requireRoom(context, principal, 'keys', { accountId });
    await requireRoom(context, principal, 'keysMade', { accountId });
    const { settings, warnings } = settingsOf(context, { accountId, before: noSettings }, request);
    await requireRoom(context, principal, 'allowLists', { accountId, more: listBytes(settings) });
    const { key, value, record } = freshKey(context, { accountId, subAccountId, status: 'available' }, settings);
    const audit = auditEntry(context, principal, note('key.create', null, key));
    await context.stores.keys.create({ key, hash: hashKeyValue(value), audit, notice: keyNotice(principal, 'created', key) });
    return { record, value, warnings };
  });
}

const shownName = ({ id, remark, prefix, last4 }: Key): string =>
  remark !== '' ? remark : prefix === '' ? id : `${prefix}…${last4}`;

/** Writes a change of a key and applies it. Returns the time of the change. */
async function commit(
  context: ControlContext,
  principal: Principal,
  { action, before, after }: { readonly action: string; readonly before: Key; readonly after: Key },
): Promise<number> {
  const noted = note(action, before, after);
  const entry = auditEntry(context, principal, noted);
  const settings = { before: keySettings(before), after: keySettings(after) };
  const link = `/keys/${after.id}`;
  const change = { accountId: after.accountId, what: 'key', name: shownName(before), link, ...settings } as const;
  const kept = after.status === 'deleted' ? { ...after, ...noLists } : after;
  await context.stores.keys.update(kept, entry, operatorNotices(context, principal, change));
  await keysIntoForce(context, after.accountId, [kept]);
  return entry.atMs;
}

function refuseFinal(key: Key): void {
  if (key.status === 'reset') throw refusal('key_reset');
  if (key.status === 'deleted') throw refusal('key_deleted');
}

async function refuseRevival(context: ControlContext, principal: Principal, key: Key, request: PatchKeyRequest): Promise<void> {
  if (request.status !== 'available' || key.subAccountId === null) return;
  const { subAccount } = await findSubAccount(context, principal, key.subAccountId);
  if (subAccount.status === 'deleted') throw refusal('key_of_deleted_sub_account');
}

/** Changes the fields in the request, from the next call on. */
export function patchKey(
  context: ControlContext,
  principal: Principal,
  id: string,
  request: PatchKeyRequest,
): Promise<ChangedKey> {
  return context.changeQueue.run(async () => {
    const before = await findKey(context, principal, id);
    refuseFinal(before.key);
    await requireDomesticKnown(context, request);
    const { accountId, preferredRoute } = before.key;
    const wish = { accountId, isOperator: isOperator(principal), before: preferredRoute };
    requireServingRoute(context, wish, request.preferred_route);
    await refuseRevival(context, principal, before.key, request);
    const { settings, warnings } = settingsOf(context, { accountId, before: before.key }, request);
    const key: Key = { ...before.key, ...settings, status: request.status ?? before.key.status };
    const more = listBytes(key) - listBytes(before.key);
    await requireRoom(context, principal, 'allowLists', { accountId, more });
    const updatedAtMs = await commit(context, principal, { action: 'key.patch', before: before.key, after: key });
    return { record: { ...before, key, updatedAtMs }, warnings };
  });
}

/** Deletes a key permanently: from the response on, its calls are refused. Deleting it again changes nothing. */
export function deleteKey(context: ControlContext, principal: Principal, id: string): Promise<KeyRecord> {
  return context.changeQueue.run(async () => {
    const before = await findKey(context, principal, id);
    if (before.key.status === 'deleted') return before;
    const key: Key = { ...before.key, status: 'deleted' };
    const updatedAtMs = await commit(context, principal, { action: 'key.delete', before: before.key, after: key });
    return { ...before, key, updatedAtMs };
  });
}

/** Replaces a key with a new one with equal settings. From the response on, the old value is invalid. */
export function resetKey(context: ControlContext, principal: Principal, id: string): Promise<NewKey> {
  return context.changeQueue.run(async () => {
    const before = await findKey(context, principal, id);
    refuseFinal(before.key);
    // A leaked key can be replaced even if many keys were created today.
    await requireRoom(context, principal, 'keysMade', {
      accountId: before.key.accountId,
      max: 2 * accountBounds.keysMade.max,
    });
    const { remark, dailyCap, monthlyCap, ipAllowList, modelAllowList, expiresAtMs, ...others } = before.key;
    const { strict, domesticOnly, routing, preferredRoute, limits } = others;
    const bounds = { dailyCap, monthlyCap, capArming: 0, ipAllowList, modelAllowList, expiresAtMs };
    const settings = { remark, ...bounds, strict, domesticOnly, routing, preferredRoute, limits };
    const { key, value, record } = freshKey(context, before.key, settings);
    const entry = auditEntry(context, principal, note('key.reset', before.key, key));
    const notice = keyNotice(principal, 'reset', key);
    await context.stores.keys.replace(before.key, { key, hash: hashKeyValue(value), audit: entry, notice });
    const dead: Key = { ...before.key, status: 'reset' };
    await keysIntoForce(context, dead.accountId, [dead]);
    return { record, value, warnings: [] };
  });
}
