import type {
  InvoiceableAnswer,
  InvoiceAnswer,
  InvoiceRowAnswer,
  InvoiceTitleAnswer,
} from '@tollgate/contract/invoicing/console-invoices';
import { formatAmount } from '@tollgate/contract/money';
import { showAmount } from '../../control/amounts.ts';
import type { TitleRecord } from './invoice-ports.ts';
import type { InvoiceOffer } from './invoices.ts';
import { showTime } from '../../control/show-time.ts';
import { datesOf, type DatesAt, type DueSpan, type InvoiceDates } from './rules/due-dates.ts';
import { isVerifiedTitle, verificationStatus, type VerifiedName } from './rules/invoice-rules.ts';
import { invoiceMinimum, type Invoice, type InvoiceTitle } from './rules/invoice.ts';

export function spanView({ from, to, isEstimated }: DueSpan) {
  return { from, to, is_estimated: isEstimated };
}

function datesView({ review, issuance }: InvoiceDates) {
  return { review: spanView(review), issuance: spanView(issuance) };
}

function titleView({ kind, name, taxNumber, address, telephone, bank, bankAccount }: InvoiceTitle) {
  return { kind, name, tax_number: taxNumber, address, telephone, bank, bank_account: bankAccount };
}

function reversalView({ reversal }: Invoice): InvoiceRowAnswer['reversal'] {
  if (reversal === null) return null;
  const { reason, note, slip, voidAtMs, redNumber } = reversal;
  return { reason, note, slip, void_at: voidAtMs === null ? null : showTime(voidAtMs), red_number: redNumber };
}

/** Why the request was rejected or its reversal refused. */
function reasonOf({ steps }: Invoice): string | null {
  const last = steps.at(-1);
  return last?.state === 'rejected' || last?.state === 'issued' ? last.note : null;
}

/** An invoice request as shown in lists. */
export function invoiceRowView(invoice: Invoice, at: DatesAt): InvoiceRowAnswer {
  const { amount, tax, issue, delivery } = invoice;
  const dates = datesOf(invoice.steps, at);
  return {
    id: invoice.id,
    account_id: invoice.accountId,
    type: invoice.type,
    state: invoice.state,
    amount: formatAmount(amount, 2),
    net: formatAmount(amount - tax, 2),
    tax: formatAmount(tax, 2),
    tax_rate: invoice.taxRate / 100,
    item: invoice.item,
    title: titleView(invoice.title),
    delivery: { ...delivery },
    remark: invoice.remark,
    requested_by: invoice.requestedBy,
    created_at: showTime(invoice.createdAtMs),
    dates: datesView(dates),
    working_days_left: dates.workingDaysLeft,
    number: issue?.number ?? null,
    issued_on: issue?.issuedOn ?? null,
    courier: issue?.courier ?? null,
    tracking_number: issue?.trackingNumber ?? null,
    reversal: reversalView(invoice),
    reason: reasonOf(invoice),
  };
}

/** An invoice request with its history. @param shows `operator` includes the names of operators and drafts. */
export function invoiceView(invoice: Invoice, at: DatesAt, shows: 'operator' | 'account'): InvoiceAnswer {
  const isOwn = (state: Invoice['state']): boolean => state === 'submitted' || state === 'withdrawn';
  const files = shows === 'operator' || invoice.issue !== null ? invoice.files : [];
  return {
    ...invoiceRowView(invoice, at),
    steps: invoice.steps.map(({ state, atMs, actor, note }) => ({
      state,
      at: showTime(atMs),
      note,
      actor: shows === 'operator' || isOwn(state) ? actor : null,
    })),
    files: files.map(({ format, bytes }) => ({ format, bytes })),
  };
}

export function invoiceTitleView({ title, ...record }: TitleRecord, verified: VerifiedName | null): InvoiceTitleAnswer {
  return {
    id: record.id,
    ...titleView(title),
    delivery: { ...record.delivery },
    is_verified: isVerifiedTitle(title, verified),
    is_legacy_number: title.taxNumber !== null && title.taxNumber.length !== 18,
    created_at: showTime(record.createdAtMs),
    updated_at: showTime(record.updatedAtMs),
  };
}

/** Lines that add up to the available amount. */
export function invoiceableView(offer: InvoiceOffer): InvoiceableAnswer {
  const { consumed, issued, requested, left } = offer;
  const rest = consumed - issued - requested;
  return {
    consumed: showAmount(consumed),
    issued: formatAmount(issued, 2),
    requested: formatAmount(requested, 2),
    rounding: showAmount(rest - left),
    invoiceable: formatAmount(left, 2),
    minimum: formatAmount(invoiceMinimum, 2),
    types: [...offer.types],
    tax_rate: offer.taxRate / 100,
    item: offer.item,
    is_verified: offer.verification.inForce !== null,
    verification: verificationStatus(offer.verification),
    email: offer.email,
    dates: datesView(offer.dates),
  };
}
