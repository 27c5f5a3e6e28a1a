import type { IssueRequest } from '@tollgate/contract/invoicing/operator-invoices';
import type { InvoiceEvent, InvoiceFormat, ReversalReason } from '@tollgate/contract/invoicing/invoicing';
import type { InvoiceLack } from '@tollgate/contract/invoicing/invoice-conditions';
import type { RefusalReason } from '@tollgate/contract/refusals/all-refusals';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { ObjectFacts } from '../../domain/content/objects.ts';
import { dateIn } from './rules/due-dates.ts';
import { isElectronic, requestLack } from './rules/invoice-rules.ts';
import { isInvoiceFile } from './rules/licence-file.ts';
import {
  slipLifeMs,
  stateAfter,
  type Invoice,
  type InvoiceIssue,
  type InvoiceMove,
  type InvoiceReversal,
  type InvoiceStep,
} from './rules/invoice.ts';
import { auditEntry, invalid, type ControlContext } from '../../control/control-context.ts';
import { invoiceDelivery, invoiceNotice } from './invoice-news.ts';
import { findInvoice } from './invoices.ts';
import { draftLifeMs, keepFile } from '../../control/uploaded-files.ts';
import type { Principal } from '../../control/principal.ts';
import { findVerification } from './verifications.ts';
import { findAccount, requireOperator } from '../../control/within-scope.ts';

/** An action on an invoice request, with its input. */
export type InvoiceAct =
  | { readonly move: 'review' | 'approve' | 'withdraw' | 'void_reversal' }
  | { readonly move: 'reject' | 'refuse_reversal'; readonly reason: string }
  | ({ readonly move: 'issue' } & IssueRequest)
  | { readonly move: 'request_reversal'; readonly reason: ReversalReason; readonly note?: string | null | undefined }
  | { readonly move: 'confirm_reversal'; readonly slip: string }
  | { readonly move: 'reverse'; readonly red_number: string };

interface WhichInvoice {
  readonly id: string;
  readonly accountId?: string | undefined;
}

/** Actions of account members; operators take all others. */
const ownMoves: readonly InvoiceMove[] = ['withdraw', 'request_reversal'];

const events: Readonly<Record<InvoiceMove, InvoiceEvent>> = {
  review: 'under_review',
  approve: 'approved',
  reject: 'rejected',
  issue: 'issued',
  withdraw: 'withdrawn',
  request_reversal: 'reversal_requested',
  confirm_reversal: 'reversal_confirming',
  refuse_reversal: 'reversal_refused',
  void_reversal: 'reversal_void',
  reverse: 'reversed',
};

/** Refusal reasons for moves that are impossible in the current state. */
const reasonOfMove = {
  review: 'invoice_not_reviewable',
  approve: 'invoice_not_approvable',
  reject: 'invoice_not_rejectable',
  issue: 'invoice_not_issuable',
  withdraw: 'invoice_not_withdrawable',
  request_reversal: 'invoice_not_reversible',
  confirm_reversal: 'no_reversal_to_confirm',
  refuse_reversal: 'no_reversal_to_refuse',
  void_reversal: 'no_slip_to_void',
  reverse: 'no_slip_to_use',
} as const satisfies Readonly<Record<InvoiceMove, RefusalReason>>;

/** Refusal reasons for approving an incomplete request. */
const reasonOfLack = {
  enterprise: 'invoice_needs_enterprise',
  verification: 'invoice_needs_verification',
  licence: 'invoice_needs_licence',
  decision: 'invoice_needs_decision',
  refused: 'invoice_needs_new_verification',
  verified_title: 'invoice_needs_verified_title',
  fields: 'invoice_needs_whole_title',
  email: 'invoice_needs_email',
  consignee: 'invoice_needs_consignee',
  phone: 'invoice_needs_phone',
  address: 'invoice_needs_address',
} as const satisfies Readonly<Record<InvoiceLack, RefusalReason>>;

/** @throws {ApiError} 400 */
function issueOf(context: ControlContext, invoice: Invoice, request: IssueRequest): InvoiceIssue {
  const today = dateIn(context.clock.nowMs(), context.calendar.timeZone);
  const { number, issued_on: issuedOn = today, courier = null, tracking_number: trackingNumber = null } = request;
  if (issuedOn > today) throw invalid('issued_on', `must not be after today, ${today}`);
  if (!isElectronic(invoice.type)) {
    if (courier === null) throw invalid('courier', 'is required for a paper invoice');
    if (trackingNumber === null) throw invalid('tracking_number', 'is required to track the delivery');
    return { number, issuedOn, courier, trackingNumber };
  }
  if (invoice.files.length === 0) throw refusal('invoice_file_missing');
  return { number, issuedOn, courier: null, trackingNumber: null };
}

/** Issue and reversal data of the record after an action. @throws {ApiError} 400, 409 */
function factsAfter(context: ControlContext, invoice: Invoice, act: InvoiceAct): Pick<Invoice, 'issue' | 'reversal'> {
  const { issue, reversal } = invoice;
  const within = (change: Partial<InvoiceReversal>): InvoiceReversal | null =>
    reversal === null ? null : { ...reversal, ...change };
  switch (act.move) {
    case 'issue':
      return { issue: issueOf(context, invoice, act), reversal };
    case 'request_reversal':
      return { issue, reversal: { reason: act.reason, note: act.note ?? null, slip: null, voidAtMs: null, redNumber: null } };
    case 'confirm_reversal':
      return { issue, reversal: within({ slip: act.slip, voidAtMs: context.clock.nowMs() + slipLifeMs }) };
    case 'reverse':
      if ((reversal?.voidAtMs ?? 0) <= context.clock.nowMs()) throw refusal('reversal_slip_void');
      return { issue, reversal: within({ redNumber: act.red_number }) };
    default:
      return { issue, reversal };
  }
}

function noteOf(act: InvoiceAct): string | null {
  if (act.move === 'reject' || act.move === 'refuse_reversal') return act.reason;
  if (act.move === 'request_reversal') return act.note ?? null;
  return null;
}

/** The invoice number set by an action, with its input field. */
function numberOf(act: InvoiceAct): { readonly param: 'number' | 'red_number'; readonly number: string } | null {
  if (act.move === 'issue') return { param: 'number', number: act.number };
  return act.move === 'reverse' ? { param: 'red_number', number: act.red_number } : null;
}

/** The invoice after an action. @throws {ApiError} 400, 409 */
function after(
  context: ControlContext,
  principal: Principal,
  { invoice, act }: { readonly invoice: Invoice; readonly act: InvoiceAct },
): Invoice {
  const state = stateAfter(act.move, invoice.state);
  if (state === null) throw refusal(reasonOfMove[act.move], { state: invoice.state });
  const step = { atMs: context.clock.nowMs(), actor: principal.name };
  // An approval includes the review.
  const reviewed: readonly InvoiceStep[] =
    act.move === 'approve' && invoice.state === 'submitted' ? [{ ...step, state: 'under_review', note: null }] : [];
  const steps = [...reviewed, { ...step, state, note: noteOf(act) }];
  return {
    ...invoice,
    ...factsAfter(context, invoice, act),
    state,
    revision: invoice.revision + steps.length,
    steps: [...invoice.steps, ...steps],
  };
}

/**
 * A request can be older than the current verification or rules. It cannot be approved if it could not be submitted today.
 * @throws {ApiError} 409
 */
async function requireConditions(context: ControlContext, principal: Principal, invoice: Invoice): Promise<void> {
  const verification = await findVerification(context, principal, invoice.accountId);
  const wrong = requestLack(invoice.type, { ...invoice, verification });
  if (wrong !== null) throw refusal(reasonOfLack[wrong.lack], wrong.named);
}

/**
 * Moves an invoice request to its next state and notifies the account. Each step happens only once, even for concurrent requests. Members
 * can withdraw and request reversals; all other steps belong to operators. @throws {ApiError} 400, 404, 409
 */
export function moveInvoice(
  context: ControlContext,
  principal: Principal,
  { which, act }: { readonly which: WhichInvoice; readonly act: InvoiceAct },
  consoleOrigin: () => string,
): Promise<Invoice> {
  return context.changeQueue.run(async () => {
    if (!ownMoves.includes(act.move)) requireOperator(principal, 'invoice');
    const invoice = await findInvoice(context, principal, which);
    const moved = after(context, principal, { invoice, act });
    if (act.move === 'approve') await requireConditions(context, principal, invoice);
    const account = await findAccount(context, principal, invoice.accountId);
    const notice = await invoiceNotice(context, moved, events[act.move]);
    const mails = act.move === 'issue' ? invoiceDelivery(moved, account, consoleOrigin) : [];
    const { move, ...said } = act;
    const note = {
      action: `invoice.${move}`,
      objectKind: 'account',
      objectId: invoice.accountId,
      before: { invoice_id: invoice.id, state: invoice.state },
      after: { invoice_id: invoice.id, state: moved.state, ...said },
    };
    const { issue, reversal, steps } = moved;
    const given = numberOf(act);
    const written = await context.stores.invoicing.invoices.move(
      {
        id: invoice.id,
        revision: invoice.revision,
        steps: steps.slice(invoice.steps.length),
        issue,
        reversal,
        number: given?.number ?? null,
      },
      { notice, mails, audit: auditEntry(context, principal, note) },
    );
    if (written === 'number_taken' && given !== null)
      throw invalid(given.param, 'is the number of another invoice already: compare it with the invoice and enter its own');
    if (written !== 'moved') throw refusal('invoice_just_changed');
    return moved;
  });
}

/** Stores a file of an approved electronic invoice. The account receives it when the invoice is issued. @throws {ApiError} 400, 404, 409 */
export async function putInvoiceFile(
  context: ControlContext,
  principal: Principal,
  { id, format, bytes }: { readonly id: string; readonly format: InvoiceFormat; readonly bytes: Buffer },
): Promise<Invoice> {
  requireOperator(principal, 'invoice');
  const invoice = await findInvoice(context, principal, { id });
  if (!isElectronic(invoice.type)) throw refusal('paper_invoice_has_no_file');
  if (invoice.state !== 'approved') throw refusal('invoice_takes_no_file', { state: invoice.state });
  if (!isInvoiceFile(format, bytes)) throw invalid('format', `must match the file: this is not a ${format.toUpperCase()}`);
  const mediaTypes = { pdf: 'application/pdf', ofd: 'application/ofd', xml: 'application/xml' } as const;
  const nowMs = context.clock.nowMs();
  const object = `${context.ids.uuid()}/0`;
  const facts: ObjectFacts = { name: object, accountId: invoice.accountId, keyId: '', mediaType: mediaTypes[format] };
  await keepFile(context, { facts, bytes, expiresAtMs: nowMs + draftLifeMs });
  const note = {
    action: 'invoice.file',
    objectKind: 'account',
    objectId: invoice.accountId,
    after: { invoice_id: id, format, bytes: bytes.length },
  };
  const file = { format, object, bytes: bytes.length, atMs: nowMs };
  if (!(await context.stores.invoicing.invoices.putFile(id, file, auditEntry(context, principal, note))))
    throw refusal('invoice_just_changed');
  return findInvoice(context, principal, { id });
}

const voidedAtOnce = 50;

/** Returns reversals with expired slips to `issued`. Returns their number. */
export async function voidReversals(context: ControlContext, principal: Principal, consoleOrigin: () => string): Promise<number> {
  requireOperator(principal, 'invoice');
  const due = await context.stores.invoicing.invoices.toVoid(context.clock.nowMs(), voidedAtOnce);
  for (const id of due) await moveInvoice(context, principal, { which: { id }, act: { move: 'void_reversal' } }, consoleOrigin);
  return due.length;
}
