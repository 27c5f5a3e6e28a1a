import { callRetentionDays } from '@tollgate/contract/calls/retention';
import type { Locale } from '@tollgate/contract/enumerations';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { sumCalls } from '../call-sums.ts';
import { found, type ControlContext } from '../../../control/control-context.ts';
import type { CallsExport, ExportRecord, WhichExport } from './export-ports.ts';
import { requireOwners } from '../list-calls.ts';
import type { Pages } from '../../../control/page-ports.ts';
import type { CallsFilter } from '../call-ports.ts';
import type { Principal } from '../../../control/principal.ts';
import { requireRoom } from '../../../control/require-room.ts';
import { findAccount, narrowed } from '../../../control/within-scope.ts';

const dayMs = 86_400_000;
const keptMs = dayMs;
/** Up to this many rows are written during the download. */
const directRowsMax = 50_000;

export interface ExportRequest {
  readonly format: CallsExport['format'];
  readonly encoding: CallsExport['encoding'];
  readonly locale: Locale;
  readonly filter: CallsFilter & { readonly accountId: string };
}

/** Returns a visible export; exports of other parts of the account look as if they did not exist. */
function visible({ scope }: Principal, record: ExportRecord | null): ExportRecord {
  const known = found(record, 'export');
  if (scope.kind === 'operator') return known;
  const isOwn = scope.accountId === known.accountId && (scope.subAccountId === null || scope.subAccountId === known.subAccountId);
  return found(isOwn ? known : null, 'export');
}

/** Number of rows to expect, if they can be counted in time. */
async function countRows(context: ControlContext, principal: Principal, filter: ExportRequest['filter']) {
  const nowMs = context.clock.nowMs();
  const fromMs = filter.fromMs ?? nowMs - (callRetentionDays + 1) * dayMs;
  const toMs = Math.max(fromMs, Math.min(filter.toMs ?? nowMs, nowMs));
  const { buckets, summedFromMs } = await sumCalls(context, principal, { ...filter, fromMs, toMs });
  const rows = buckets.flatMap(({ sums }) => sums).reduce((sum, { calls }) => sum + Number(calls), 0);
  return { span: { fromMs, toMs }, rows, isWhole: summedFromMs <= fromMs };
}

/**
 * Starts an export of the call log. A small one is written during the download, a large one by a job.
 * @throws {ApiError} 404; 409 while another export of the account is being created, or if no file can be stored.
 */
export async function makeExport(context: ControlContext, principal: Principal, request: ExportRequest): Promise<ExportRecord> {
  const { clock, ids, calendar, exports } = context;
  await requireOwners(context, principal, request.filter);
  const filter = found(narrowed(principal, request.filter), 'sub-account');
  const { span, rows, isWhole } = await countRows(context, principal, filter);
  const isDirect = isWhole && rows <= directRowsMax;
  if (!isDirect && !(await exports.files.hasRoom(filter.accountId))) throw refusal('no_room_for_export');
  const nowMs = clock.nowMs();
  const record: ExportRecord = {
    id: ids.uuid(),
    accountId: filter.accountId,
    subAccountId: principal.scope.kind === 'account' ? principal.scope.subAccountId : null,
    madeBy: principal.name,
    order: {
      format: request.format,
      encoding: request.encoding,
      locale: request.locale,
      timeZone: calendar.timeZone,
      // Fixes the period, so that repeated downloads include no later calls.
      filter: { ...filter, ...span },
    },
    isDirect,
    state: isDirect ? 'ready' : 'waiting',
    rowsTotal: isWhole ? rows : null,
    rowsDone: 0,
    bytes: null,
    error: null,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + keptMs,
  };
  await context.changeQueue.run(async () => {
    await requireRoom(context, principal, 'exports', filter);
    if (!(await exports.store.begin(record))) throw refusal('export_runs');
  });
  return record;
}

/** @throws {ApiError} 404 */
export async function findExport(
  context: ControlContext,
  principal: Principal,
  { accountId, exportId }: WhichExport,
): Promise<ExportRecord> {
  await findAccount(context, principal, accountId);
  const record = visible(principal, await context.exports.store.find(exportId));
  return found(record.accountId === accountId && record.expiresAtMs > context.clock.nowMs() ? record : null, 'export');
}

/** Newest first. @throws {ApiError} 404 */
export async function listExports(
  context: ControlContext,
  principal: Principal,
  accountId: string,
): Promise<Pages<ExportRecord, string>> {
  await findAccount(context, principal, accountId);
  const { scope } = principal;
  const part = scope.kind === 'account' ? scope.subAccountId : null;
  return async (page) =>
    (await context.exports.store.list(accountId, page)).filter(
      ({ subAccountId, expiresAtMs }) => (part === null || part === subAccountId) && expiresAtMs > context.clock.nowMs(),
    );
}

/** Cancels a running export, or deletes a finished one. @throws {ApiError} 404 */
export async function cancelExport(context: ControlContext, principal: Principal, which: WhichExport): Promise<ExportRecord> {
  await findExport(context, principal, which);
  await context.exports.store.cancel(which.exportId);
  return findExport(context, principal, which);
}

/** Returns the content of the file. @throws {ApiError} 404; 409 while it is being created; 429 if the maximum number is being written. */
export async function readExport(
  context: ControlContext,
  principal: Principal,
  which: WhichExport,
): Promise<{ readonly record: ExportRecord; readonly pieces: AsyncIterable<Buffer> }> {
  const record = await findExport(context, principal, which);
  const { state, isDirect } = record;
  if (state === 'waiting' || state === 'running') throw refusal('export_not_ready');
  if (state !== 'ready') throw refusal('export_has_no_file');
  const { files } = context.exports;
  return { record, pieces: isDirect ? files.write(record) : found(await files.open(record), 'file') };
}
