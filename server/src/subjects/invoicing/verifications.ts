import type { VerificationEvent, VerificationState } from '@tollgate/contract/invoicing/invoicing';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { AccountNotice } from '../../domain/books/account-notice.ts';
import { datesOf, type InvoiceDates } from './rules/due-dates.ts';
import { readLicence } from './rules/licence-file.ts';
import { readTaxNumber } from './rules/tax-number.ts';
import { auditEntry, found, invalid, type ControlContext } from '../../control/control-context.ts';
import type { VerificationRecord } from './invoice-ports.ts';
import { draftLifeMs, keepFile, readUploaded } from '../../control/uploaded-files.ts';
import type { Pages } from '../../control/page-ports.ts';
import type { TimePosition } from '../../control/page-ports.ts';
import type { Principal } from '../../control/principal.ts';
import { requireRoom } from '../../control/require-room.ts';
import { findWholeAccount, requireOperator } from '../../control/within-scope.ts';
import { workingDays } from './working-days.ts';

/** The verification in force of an account, and the latest request. */
export interface AccountVerification {
  readonly inForce: VerificationRecord | null;
  readonly latest: VerificationRecord | null;
}

/** When the decision is expected: within the review time of an invoice request. */
async function datesOfVerification(
  parts: Pick<ControlContext, 'stores' | 'calendar' | 'clock'>,
  { state, submittedAtMs }: VerificationRecord,
): Promise<InvoiceDates | null> {
  if (submittedAtMs === null || state !== 'submitted') return null;
  return datesOf([{ state: 'submitted', atMs: submittedAtMs }], await workingDays(parts));
}

/** @throws {ApiError} 404 */
export async function findVerification(
  context: ControlContext,
  principal: Principal,
  accountId: string,
): Promise<AccountVerification> {
  await findWholeAccount(context, principal, accountId);
  const { verifications } = context.stores.invoicing;
  const [[latest = null], inForce] = await Promise.all([verifications.ofAccount(accountId, 1), verifications.inForce(accountId)]);
  return { inForce, latest };
}

/** Verifications in a state, oldest first. @throws {ApiError} 404 */
export async function listVerifications(
  context: ControlContext,
  principal: Principal,
  state: VerificationState,
): Promise<Pages<VerificationRecord, TimePosition>> {
  requireOperator(principal, 'list of verifications');
  return (page) => context.stores.invoicing.verifications.queue(state, page);
}

/** Starts a verification; the licence is uploaded next. @throws {ApiError} 400, 404, 409 */
export function beginVerification(
  context: ControlContext,
  principal: Principal,
  { accountId, name, taxNumber }: { readonly accountId: string; readonly name: string; readonly taxNumber: string },
): Promise<VerificationRecord> {
  return context.changeQueue.run(async () => {
    await findVerification(context, principal, accountId);
    await requireRoom(context, principal, 'verifications', { accountId });
    const number = readTaxNumber(taxNumber);
    if ('fault' in number) throw invalid('tax_number', number.fault);
    if (number.kind === 'legacy')
      throw invalid('tax_number', 'must be the 18-character unified social credit code on the licence');
    if (name.trim() === '') throw invalid('name', 'must not be empty');
    const record: VerificationRecord = {
      id: context.ids.named('ver'),
      accountId,
      state: 'awaiting_licence',
      name: name.trim(),
      taxNumber: number.value,
      licence: null,
      requestedBy: principal.name,
      createdAtMs: context.clock.nowMs(),
      submittedAtMs: null,
      decidedBy: null,
      decidedAtMs: null,
      reason: null,
    };
    const note = {
      action: 'verification.begin',
      objectKind: 'account',
      objectId: accountId,
      after: { verification_id: record.id, name: record.name, tax_number: record.taxNumber },
    };
    if (!(await context.stores.invoicing.verifications.begin(record, auditEntry(context, principal, note))))
      throw refusal('verification_under_way');
    return record;
  });
}

/** The message and mail to the account. */
async function noticeOf(context: ControlContext, record: VerificationRecord, event: VerificationEvent): Promise<AccountNotice> {
  const { id, accountId, name, reason } = record;
  const dates = await datesOfVerification(context, record);
  return {
    accountId,
    kind: event === 'rejected' ? 'verification_rejected' : 'verification_progress',
    source: `verification:${id}:${event}`,
    params: { event, name, due: dates?.review.to ?? '', reason: reason ?? '' },
    link: '/invoices/verification',
    atMs: context.clock.nowMs(),
  };
}

/** Stores the licence of a verification that waits for it, and submits the verification. @throws {ApiError} 400, 404, 409 */
export async function uploadLicence(
  context: ControlContext,
  principal: Principal,
  { accountId, bytes }: { readonly accountId: string; readonly bytes: Buffer },
): Promise<VerificationRecord> {
  const { latest } = await findVerification(context, principal, accountId);
  if (latest?.state !== 'awaiting_licence') throw refusal('no_verification_waits_for_licence');
  const clean = readLicence(bytes);
  if (clean === null)
    throw invalid('licence', 'must be a complete PDF, JPEG or PNG, but the file has another format or is incomplete');
  const nowMs = context.clock.nowMs();
  const object = `${context.ids.uuid()}/0`;
  const { mediaType } = clean;
  await keepFile(context, {
    facts: { name: object, accountId, keyId: '', mediaType },
    bytes: clean.bytes,
    // The move below extends the expiry; without it, the file expires.
    expiresAtMs: nowMs + draftLifeMs,
  });
  const licence = { object, mediaType, bytes: clean.bytes.length };
  const record: VerificationRecord = { ...latest, state: 'submitted', licence, submittedAtMs: nowMs };
  const notice = await noticeOf(context, record, 'submitted');
  const note = {
    action: 'verification.submit',
    objectKind: 'account',
    objectId: accountId,
    after: { verification_id: latest.id, media_type: mediaType, bytes: licence.bytes },
  };
  const told = { notice, mails: [], audit: auditEntry(context, principal, note) };
  if (!(await context.stores.invoicing.verifications.move(record, 'awaiting_licence', told)))
    throw refusal('licence_just_uploaded');
  return record;
}

/** Withdraws an undecided verification and deletes its licence. @throws {ApiError} 404, 409 */
export function withdrawVerification(
  context: ControlContext,
  principal: Principal,
  accountId: string,
): Promise<VerificationRecord> {
  return context.changeQueue.run(async () => {
    const { latest } = await findVerification(context, principal, accountId);
    if (latest === null || !['awaiting_licence', 'submitted'].includes(latest.state)) throw refusal('no_verification_under_way');
    const record: VerificationRecord = { ...latest, state: 'withdrawn' };
    const note = {
      action: 'verification.withdraw',
      objectKind: 'account',
      objectId: accountId,
      before: { verification_id: latest.id, state: latest.state },
    };
    const told = { notice: null, mails: [], audit: auditEntry(context, principal, note) };
    if (!(await context.stores.invoicing.verifications.move(record, latest.state, told)))
      throw refusal('verification_just_decided');
    return record;
  });
}

/** Decides on a verification. An approved one replaces an earlier one. @throws {ApiError} 404, 409 */
export function decideVerification(
  context: ControlContext,
  principal: Principal,
  { id, reason }: { readonly id: string; /** `null` approves it. */ readonly reason: string | null },
): Promise<VerificationRecord> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'verification');
    const { verifications } = context.stores.invoicing;
    const before = found(await verifications.find(id), 'verification');
    if (before.state !== 'submitted') throw refusal('verification_not_submitted', { state: before.state });
    const event = reason === null ? 'approved' : 'rejected';
    const record: VerificationRecord = {
      ...before,
      state: event,
      reason,
      decidedBy: principal.name,
      decidedAtMs: context.clock.nowMs(),
    };
    const notice = await noticeOf(context, record, event);
    const note = {
      action: `verification.${event === 'approved' ? 'approve' : 'reject'}`,
      objectKind: 'account',
      objectId: before.accountId,
      before: { verification_id: id, state: before.state },
      after: { verification_id: id, state: event, name: before.name, tax_number: before.taxNumber, reason },
    };
    if (!(await verifications.move(record, 'submitted', { notice, mails: [], audit: auditEntry(context, principal, note) })))
      throw refusal('verification_just_decided');
    return record;
  });
}

/** The licence, for the account and for operators who decide. Access by an operator is logged. @throws {ApiError} 404 */
export async function readLicenceFile(
  context: ControlContext,
  principal: Principal,
  which: { readonly id: string } | { readonly accountId: string },
): Promise<{ readonly record: VerificationRecord; readonly pieces: AsyncIterable<Buffer> }> {
  if ('id' in which) requireOperator(principal, 'verification');
  const record = found(
    'id' in which
      ? await context.stores.invoicing.verifications.find(which.id)
      : (await findVerification(context, principal, which.accountId)).latest,
    'verification',
  );
  const licence = found(record.licence, 'licence');
  return { record, pieces: await readUploaded(context, licence.object, 'licence') };
}
