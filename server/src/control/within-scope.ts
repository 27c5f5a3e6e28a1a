import type { CallRecord } from '../domain/books/call-record.ts';
import type { AccountRecord, KeyRecord, SubAccountRecord } from '../domain/tenants/tenant-records.ts';
import { found, type ControlContext } from './control-context.ts';
import type { Principal } from './principal.ts';

/** The stores of the records. */
type Stores = Pick<ControlContext, 'stores'>;

/** Whether the principal may see data of this account and sub-account. `null`: the data belongs to no sub-account. */
function reaches({ scope }: Principal, accountId: string, subAccountId: string | null): boolean {
  if (scope.kind === 'operator') return true;
  return scope.accountId === accountId && (scope.subAccountId === null || scope.subAccountId === subAccountId);
}

/**
 * For operations that only operators may perform. All others get the response for an unknown ID, which reveals nothing.
 * @throws {ApiError} 404
 */
export function requireOperator({ scope }: Principal, what: string): void {
  if (scope.kind !== 'operator') found(null, what);
}

/**
 * For data of an account as a whole, which its sub-accounts may not access.
 * @throws {ApiError} 404
 */
export function requireWholeAccount({ scope }: Principal, what: string): void {
  if (scope.kind === 'account' && scope.subAccountId !== null) found(null, what);
}

/**
 * For data that is read by an account's ID without loading the account.
 * @throws {ApiError} 404
 */
export function requireAccount(principal: Principal, accountId: string): void {
  const { scope } = principal;
  if (scope.kind === 'account' && scope.accountId !== accountId) found(null, 'account');
}

/** Filters for lists across accounts. */
interface OwnersFilter {
  readonly accountId?: string | undefined;
  readonly subAccountId?: string | undefined;
}

/** The filter restricted to the principal's scope; `null` if it only asks for records of others. */
export function narrowed<Filter extends OwnersFilter>({ scope }: Principal, filter: Filter): Filter | null {
  if (scope.kind === 'operator') return filter;
  const { accountId = scope.accountId, subAccountId = scope.subAccountId ?? undefined } = filter;
  if (accountId !== scope.accountId || subAccountId !== (scope.subAccountId ?? subAccountId)) return null;
  return { ...filter, accountId, subAccountId };
}

/**
 * An account that the principal may see. Sub-accounts see the account they belong to.
 * @throws {ApiError} 404
 */
export async function findAccount({ stores }: Stores, principal: Principal, id: string): Promise<AccountRecord> {
  requireAccount(principal, id);
  return found(await stores.accounts.find(id), 'account');
}

/**
 * An account that the principal may see as a whole, not only one of its sub-accounts.
 * @throws {ApiError} 404
 */
export function findWholeAccount(context: Stores, principal: Principal, id: string): Promise<AccountRecord> {
  requireWholeAccount(principal, 'account');
  return findAccount(context, principal, id);
}

/**
 * A sub-account that the principal may see.
 * @throws {ApiError} 404
 */
export async function findSubAccount({ stores }: Stores, principal: Principal, id: string): Promise<SubAccountRecord> {
  const record = found(await stores.subAccounts.find(id), 'sub-account');
  return found(reaches(principal, record.subAccount.accountId, id) ? record : null, 'sub-account');
}

/**
 * A call that the principal may see.
 * @throws {ApiError} 404
 */
export async function findCall({ stores }: Stores, principal: Principal, id: string): Promise<CallRecord> {
  const record = found(await stores.calls.find(id), 'call');
  return found(reaches(principal, record.accountId, record.subAccountId) ? record : null, 'call');
}

/**
 * A key that the principal may see.
 * @throws {ApiError} 404
 */
export async function findKey({ stores }: Stores, principal: Principal, id: string): Promise<KeyRecord> {
  const record = found(await stores.keys.find(id), 'key');
  return found(reaches(principal, record.key.accountId, record.key.subAccountId) ? record : null, 'key');
}
