import type { Selectable } from 'kysely';
import type { InvoiceRow } from './invoice-ports.ts';
import type { InvoiceDelivery, InvoiceIssue, InvoiceReversal, InvoiceStep, InvoiceTitle } from './rules/invoice.ts';
import type { InvoicesTable, InvoiceStepsTable } from './invoices-schema.ts';

export function invoiceRowOf(row: Selectable<InvoicesTable>): InvoiceRow {
  return {
    id: row.id,
    accountId: row.account_id,
    type: row.type,
    state: row.state,
    revision: Number(row.revision),
    amount: row.amount,
    tax: row.tax,
    taxRate: Number(row.tax_rate),
    item: row.item,
    title: JSON.parse(row.title) as InvoiceTitle,
    delivery: JSON.parse(row.delivery) as InvoiceDelivery,
    remark: row.remark,
    requestedBy: row.requested_by,
    createdAtMs: Number(row.created_at),
    issue: row.issue === null ? null : (JSON.parse(row.issue) as InvoiceIssue),
    reversal: row.reversal === null ? null : (JSON.parse(row.reversal) as InvoiceReversal),
  };
}

export function stepOf({ state, at, actor, note }: Selectable<InvoiceStepsTable>): InvoiceStep {
  return { state, atMs: Number(at), actor, note };
}
