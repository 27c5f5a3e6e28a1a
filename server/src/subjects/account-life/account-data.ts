import { callRetentionDays } from '@tollgate/contract/calls/retention';
import type { Locale } from '@tollgate/contract/enumerations';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { auditEntry, found, type ControlContext } from '../../control/control-context.ts';
import type { AccountDataRecord, WhichExport } from '../calls/exports/export-ports.ts';
import type { Pages } from '../../control/page-ports.ts';
import type { Principal } from '../../control/principal.ts';
import { requireRoom } from '../../control/require-room.ts';
import { findWholeAccount } from '../../control/within-scope.ts';

const dayMs = 86_400_000;
const keptMs = dayMs;

interface DataRequest {
  readonly accountId: string;
  /** The person whose sign-ins are included. */
  readonly personId: string;
  readonly locale: Locale;
}

/**
 * Requests an export of all data stored about an account: a ZIP of JSON and CSV. A job creates it, and it is kept for 24 hours.
 * @throws {ApiError} 404; 409 while another export of the account is being created, or if no file can be stored.
 */
export async function askForAccountData(
  context: ControlContext,
  principal: Principal,
  { accountId, personId, locale }: DataRequest,
): Promise<AccountDataRecord> {
  await findWholeAccount(context, principal, accountId);
  const { accountData, clock, ids, calendar } = context;
  if (!(await accountData.files.hasRoom(accountId))) throw refusal('no_room_for_data_export');
  const nowMs = clock.nowMs();
  const record: AccountDataRecord = {
    id: ids.uuid(),
    accountId,
    subAccountId: null,
    madeBy: principal.name,
    isDirect: false,
    state: 'waiting',
    order: {
      format: 'zip',
      locale,
      timeZone: calendar.timeZone,
      accountId,
      personId,
      fromMs: nowMs - (callRetentionDays + 1) * dayMs,
      toMs: nowMs,
    },
    rowsTotal: null,
    rowsDone: 0,
    bytes: null,
    error: null,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + keptMs,
  };
  const note = { action: 'account.data_export', objectKind: 'account', objectId: accountId, after: { export: record.id } };
  await context.changeQueue.run(async () => {
    await requireRoom(context, principal, 'accountData', { accountId });
    if (!(await accountData.store.begin(record, [auditEntry(context, principal, note)]))) throw refusal('export_runs');
  });
  return record;
}

/** @throws {ApiError} 404 */
export async function findAccountData(
  context: ControlContext,
  principal: Principal,
  { accountId, exportId }: WhichExport,
): Promise<AccountDataRecord> {
  await findWholeAccount(context, principal, accountId);
  const record = await context.accountData.store.find(exportId);
  const isThere = record?.accountId === accountId && record.expiresAtMs > context.clock.nowMs();
  return found(isThere ? record : null, 'export');
}

/** Newest first. @throws {ApiError} 404 */
export async function listAccountData(
  context: ControlContext,
  principal: Principal,
  accountId: string,
): Promise<Pages<AccountDataRecord, string>> {
  await findWholeAccount(context, principal, accountId);
  return async (page) =>
    (await context.accountData.store.list(accountId, page)).filter(({ expiresAtMs }) => expiresAtMs > context.clock.nowMs());
}

/** Cancels a running export, or deletes a finished one. @throws {ApiError} 404 */
export async function cancelAccountData(
  context: ControlContext,
  principal: Principal,
  which: WhichExport,
): Promise<AccountDataRecord> {
  await findAccountData(context, principal, which);
  await context.accountData.store.cancel(which.exportId);
  return findAccountData(context, principal, which);
}

/** Returns the content of the file. @throws {ApiError} 404; 409 while it is being created. */
export async function readAccountData(
  context: ControlContext,
  principal: Principal,
  which: WhichExport,
): Promise<{ readonly record: AccountDataRecord; readonly pieces: AsyncIterable<Buffer> }> {
  const record = await findAccountData(context, principal, which);
  const { state } = record;
  if (state === 'waiting' || state === 'running') throw refusal('export_not_ready');
  if (state !== 'ready') throw refusal('data_export_has_no_file');
  return { record, pieces: found(await context.accountData.files.open(record), 'file') };
}
