import type { InvoiceRequest } from '@tollgate/contract/invoicing/console-invoices';
import type { InvoiceFormat, InvoiceType } from '@tollgate/contract/invoicing/invoicing';
import { formatAmount, type NanoCny } from '@tollgate/contract/money';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { datesOf, type InvoiceDates } from './rules/due-dates.ts';
import { requestFault } from './rules/invoice-rules.ts';
import {
  invoiceableOf,
  invoiceMinimum,
  readTaxRate,
  taxIn,
  type Invoice,
  type Invoiceable,
  type InvoiceDelivery,
  type InvoiceFile,
} from './rules/invoice.ts';
import { readAmount } from '../../control/amounts.ts';
import { auditEntry, found, invalid, type ControlContext } from '../../control/control-context.ts';
import { invoiceNotice } from './invoice-news.ts';
import type { InvoiceRow, InvoicesFilter, TitleRecord } from './invoice-ports.ts';
import type { Pages } from '../../control/page-ports.ts';
import type { OnceMark } from '../../control/once-ports.ts';
import type { Page, TimePosition } from '../../control/page-ports.ts';
import type { Principal } from '../../control/principal.ts';
import { requireRoom } from '../../control/require-room.ts';
import { findInvoiceTitle } from './invoice-titles.ts';
import { findAccount, requireAccount, requireWholeAccount } from '../../control/within-scope.ts';
import { readUploaded } from '../../control/uploaded-files.ts';
import { findVerification, type AccountVerification } from './verifications.ts';
import { workingDays } from './working-days.ts';

/** The amount that an account can invoice now, and the available options. */
export interface InvoiceOffer extends Invoiceable {
  readonly types: readonly InvoiceType[];
  readonly verification: AccountVerification;
  /** Address of the account; the default for electronic invoices. */
  readonly email: string | null;
  /** In hundredths of a percent. */
  readonly taxRate: number;
  readonly item: string;
  /** Expected dates of a request made today. */
  readonly dates: InvoiceDates;
}

/** The invoicing settings of the operator. */
async function rulesOf({ site }: ControlContext) {
  const { invoice_tax_rate: rate, invoice_item: item, electronic_special_invoices: special } = await site.read();
  return { taxRate: readTaxRate(rate), item, types: typesOffered(special === 'on') };
}

function typesOffered(hasElectronicSpecial: boolean): readonly InvoiceType[] {
  return ['electronic_ordinary', 'paper_special', ...(hasElectronicSpecial ? (['electronic_special'] as const) : [])];
}

/** @throws {ApiError} 404 */
export async function findInvoiceable(context: ControlContext, principal: Principal, accountId: string): Promise<InvoiceOffer> {
  const verification = await findVerification(context, principal, accountId);
  const { account } = await findAccount(context, principal, accountId);
  const { consumed, ...taken } = await context.stores.invoicing.invoices.figures(accountId);
  return {
    ...invoiceableOf(consumed, taken),
    ...(await rulesOf(context)),
    verification,
    email: account.email,
    dates: datesOf([], await workingDays(context)),
  };
}

/** Invoice requests of one account or of all accounts, newest first. @throws {ApiError} 404 */
export async function listInvoices(
  context: ControlContext,
  principal: Principal,
  filter: InvoicesFilter & { readonly isQueue?: boolean },
): Promise<Pages<Invoice, TimePosition>> {
  requireWholeAccount(principal, 'account');
  const { scope } = principal;
  const { isQueue = false, ...asked } = filter;
  const accountId = asked.accountId ?? (scope.kind === 'account' ? scope.accountId : undefined);
  if (accountId !== undefined) await findAccount(context, principal, accountId);
  const own = { ...asked, accountId };
  const { invoices } = context.stores.invoicing;
  return async (page: Page<TimePosition>) => {
    const rows: readonly InvoiceRow[] = await (isQueue ? invoices.queue(own, page) : invoices.list(own, page));
    const steps = await invoices.stepsOf(rows.map(({ id }) => id));
    return rows.map((row) => ({ ...row, steps: steps.get(row.id) ?? [], files: [] }));
  };
}

/** @param which includes the account that must own the invoice, if an account asks. @throws {ApiError} 404 */
export async function findInvoice(
  context: ControlContext,
  principal: Principal,
  which: { readonly id: string; readonly accountId?: string | undefined },
): Promise<Invoice> {
  requireWholeAccount(principal, 'invoice');
  const { scope } = principal;
  const accountId = scope.kind === 'account' ? scope.accountId : which.accountId;
  if (which.accountId !== undefined) requireAccount(principal, which.accountId);
  const invoice = found(await context.stores.invoicing.invoices.find(which.id), 'invoice');
  return found(accountId === undefined || invoice.accountId === accountId ? invoice : null, 'invoice');
}

/** An invoice request with its idempotency mark. */
export interface InvoiceOrder {
  readonly accountId: string;
  readonly request: InvoiceRequest;
  /** Creates the idempotency mark, which prevents a second run. */
  readonly mark: (invoice: Invoice) => OnceMark;
}

function show(amount: NanoCny): string {
  return formatAmount(amount, 2);
}

/** @throws {ApiError} 400, 409 */
function amountOf({ amount }: InvoiceRequest, left: NanoCny): NanoCny {
  const wanted = amount === undefined ? left : readAmount('amount', amount, { decimalsMax: 2 });
  if (left < invoiceMinimum) throw refusal('too_little_to_invoice', { least: show(invoiceMinimum), amount: show(left) });
  if (wanted < invoiceMinimum) throw invalid('amount', `must be at least ${show(invoiceMinimum)} CNY`);
  if (wanted > left) throw tooMuch(left);
  return wanted;
}

function tooMuch(left: NanoCny) {
  return refusal('invoice_amount_exceeded', { amount: show(left) });
}

function deliveryOf({ type, ...request }: InvoiceRequest, { delivery }: TitleRecord, registered: string | null): InvoiceDelivery {
  const chosen = (given: string | null | undefined, usual: string | null): string | null => {
    const text = given?.trim() ?? '';
    return text === '' ? usual : text;
  };
  const nowhere: InvoiceDelivery = { email: null, consignee: null, phone: null, address: null };
  if (type !== 'paper_special') return { ...nowhere, email: chosen(request.email, delivery.email ?? registered) };
  return {
    ...nowhere,
    consignee: chosen(request.consignee, delivery.consignee),
    phone: chosen(request.phone, delivery.phone),
    address: chosen(request.address, delivery.address),
  };
}

async function draftOf(context: ControlContext, principal: Principal, order: InvoiceOrder): Promise<InvoiceRow> {
  const { accountId, request } = order;
  const offer = await findInvoiceable(context, principal, accountId);
  const { type } = request;
  if (!offer.types.includes(type)) throw invalid('type', `must be one of the supported types: ${offer.types.join(', ')}`);
  const title = await findInvoiceTitle(context, principal, { accountId, id: request.title_id });
  const delivery = deliveryOf(request, title, offer.email);
  const wrong = requestFault(type, { title: title.title, delivery, verification: offer.verification });
  if (wrong !== null) throw invalid(wrong.field, wrong.fault);
  const amount = amountOf(request, offer.left);
  const remark = request.remark?.trim() ?? '';
  return {
    id: context.ids.named('ivc'),
    accountId,
    type,
    state: 'submitted',
    revision: 1,
    amount,
    tax: taxIn(amount, offer.taxRate),
    taxRate: offer.taxRate,
    item: offer.item,
    title: title.title,
    delivery,
    remark: remark === '' ? null : remark,
    requestedBy: principal.name,
    createdAtMs: context.clock.nowMs(),
    issue: null,
    reversal: null,
  };
}

/** Requests an invoice. @throws {ApiError} 400, 404, 409 */
export function requestInvoice(context: ControlContext, principal: Principal, order: InvoiceOrder): Promise<Invoice> {
  return context.changeQueue.run(async () => {
    requireWholeAccount(principal, 'account');
    await requireRoom(context, principal, 'invoices', order);
    const row = await draftOf(context, principal, order);
    const step = { state: row.state, atMs: row.createdAtMs, actor: principal.name, note: null };
    const invoice: Invoice = { ...row, steps: [step], files: [] };
    const notice = await invoiceNotice(context, invoice, 'submitted');
    const note = {
      action: 'invoice.request',
      objectKind: 'account',
      objectId: order.accountId,
      after: { invoice_id: row.id, type: row.type, amount: show(row.amount), title: row.title.name },
    };
    const told = { notice, mails: [], audit: auditEntry(context, principal, note), mark: order.mark(invoice) };
    if (await context.stores.invoicing.invoices.request(row, told)) return invoice;
    // Another request was faster, or this one is a repetition.
    const { left } = await findInvoiceable(context, principal, order.accountId);
    throw tooMuch(left);
  });
}

/** A file of an issued invoice. @throws {ApiError} 404 */
export async function readInvoiceFile(
  context: ControlContext,
  principal: Principal,
  { format, ...which }: { readonly id: string; readonly accountId?: string | undefined; readonly format: InvoiceFormat },
): Promise<{ readonly invoice: Invoice; readonly file: InvoiceFile; readonly pieces: AsyncIterable<Buffer> }> {
  const invoice = await findInvoice(context, principal, which);
  const file = invoice.files.find((one) => one.format === format);
  // Before the invoice is issued, its files are drafts of the operator.
  const isTheirs = principal.scope.kind === 'operator' || invoice.issue !== null;
  const known = found(isTheirs ? file : null, 'file');
  return { invoice, file: known, pieces: await readUploaded(context, known.object, 'file') };
}
