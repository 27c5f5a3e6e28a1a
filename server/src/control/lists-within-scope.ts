import type { LedgerEntry } from '../domain/books/ledger.ts';
import type { AccountRecord, KeyRecord, SubAccountRecord } from '../domain/tenants/tenant-records.ts';
import type { AccountsFilter } from './account-ports.ts';
import type { CallsFilter, CallsPage, CallsPageRequest } from './call-ports.ts';
import { found, type ControlContext } from './control-context.ts';
import type { KeysFilter } from './key-ports.ts';
import type { Notice, NoticesFilter } from './notice-ports.ts';
import type { Page, TimePosition } from './page-ports.ts';
import type { Principal } from './principal.ts';
import type { AuditLogFilter, AuditLogRow, StrayRow, UsageFilter, UsageSums } from './report-ports.ts';
import type { SubAccountsFilter } from './sub-account-ports.ts';
import { findAccount, findKey, findSubAccount, narrowed, requireOperator, requireWholeAccount } from './within-scope.ts';

/** Reads a list page by page. Whether it may be read was asked before; what is outside the scope is in none of its pages. */
export type Pages<Row, Position> = (page: Page<Position>) => Promise<readonly Row[]>;

/** Accounts, newest first: all of them, or one's own. */
export async function listAccounts(
  context: ControlContext,
  principal: Principal,
  filter: AccountsFilter,
): Promise<Pages<AccountRecord, TimePosition>> {
  const { scope } = principal;
  const own = scope.kind === 'operator' ? filter : { ...filter, id: scope.accountId };
  return (page) => context.stores.accounts.list(own, page);
}

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

/** The money of an account, newest entry first. @throws {ApiError} 404 */
export async function listLedger(
  context: ControlContext,
  principal: Principal,
  accountId: string,
): Promise<Pages<LedgerEntry, bigint>> {
  requireWholeAccount(principal, 'account');
  await findAccount(context, principal, accountId);
  return (page) => context.stores.ledger.list(accountId, page);
}

/** In-site messages to an account, newest first. @throws {ApiError} 404 */
export async function listNotices(
  context: ControlContext,
  principal: Principal,
  filter: NoticesFilter,
): Promise<Pages<Notice, bigint>> {
  requireWholeAccount(principal, 'account');
  await findAccount(context, principal, filter.accountId);
  return (page) => context.stores.notices.list(filter, page);
}

/** Records that are asked for must exist and belong to the account asked for; another tenant's is answered like none. */
export async function requireOwners(
  context: ControlContext,
  principal: Principal,
  { accountId, keyId, subAccountId }: CallsFilter,
): Promise<void> {
  if (accountId !== undefined) await findAccount(context, principal, accountId);
  if (keyId !== undefined) {
    const { key } = await findKey(context, principal, keyId);
    if (accountId !== undefined && key.accountId !== accountId) found(null, 'key');
  }
  if (subAccountId !== undefined) {
    const { subAccount } = await findSubAccount(context, principal, subAccountId);
    if (accountId !== undefined && subAccount.accountId !== accountId) found(null, 'sub-account');
  }
}

/** The call log, newest first. @throws {ApiError} 404 */
export async function listCalls(
  context: ControlContext,
  principal: Principal,
  asked: CallsFilter,
): Promise<(page: Pick<CallsPageRequest, 'limit' | 'cursor'>) => Promise<CallsPage>> {
  await requireOwners(context, principal, asked);
  const filter = narrowed(principal, asked);
  return async (page) => (filter === null ? { rows: [], next: null } : context.stores.calls.page({ ...filter, ...page }));
}

/** Sums of usage, ordered by what they are grouped by. */
export async function listUsage(
  context: ControlContext,
  principal: Principal,
  asked: UsageFilter,
): Promise<Pages<UsageSums, readonly (string | number)[]>> {
  const filter = narrowed(principal, asked);
  return async (page) => (filter === null ? [] : context.stores.reports.usage(filter, page));
}

/** Every change, newest first. */
export async function listAuditLog(
  context: ControlContext,
  principal: Principal,
  filter: AuditLogFilter,
): Promise<Pages<AuditLogRow, bigint>> {
  requireOperator(principal, 'audit log');
  return (page) => context.stores.reports.auditLog(filter, page);
}

/** Every change of an account and what is its, newest first. @throws {ApiError} 404 */
export async function listAccountChanges(
  context: ControlContext,
  principal: Principal,
  { accountId, objectId }: { readonly accountId: string; readonly objectId?: string | undefined },
): Promise<Pages<AuditLogRow, bigint>> {
  requireWholeAccount(principal, 'account');
  await findAccount(context, principal, accountId);
  return (page) => context.stores.reports.auditLog({ accountId, objectId }, page);
}

/** When something was done to an account itself in a time, newest first. @throws {ApiError} 404 */
export async function listActsOnAccount(
  context: ControlContext,
  principal: Principal,
  { accountId, ...acts }: { readonly accountId: string } & Required<Pick<AuditLogFilter, 'action' | 'fromMs' | 'toMs'>>,
): Promise<Pages<AuditLogRow, bigint>> {
  requireWholeAccount(principal, 'account');
  await findAccount(context, principal, accountId);
  return (page) => context.stores.reports.auditLog({ objectKind: 'account', objectId: accountId, ...acts }, page);
}

/** Requests that belong to nobody, newest first. */
export async function listStrays(context: ControlContext, principal: Principal): Promise<Pages<StrayRow, bigint>> {
  requireOperator(principal, 'list of refusals');
  return (page) => context.stores.reports.strays(page);
}
