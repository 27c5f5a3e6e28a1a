import type { InvoiceLack } from './invoice-conditions.ts';

const whose = 'is the title of an enterprise, and its invoices, ordinary or special, need verification';
const courier = 'is required to deliver the invoice by courier';

/** The field of each lack, with a text that follows the field name and says what to do. */
export const lackFaults = {
  enterprise: { field: 'type', fault: 'is for enterprises only: choose an ordinary invoice or an enterprise title' },
  verification: { field: 'title_id', fault: `${whose}: upload its business licence under verification first` },
  licence: { field: 'title_id', fault: `${whose}: upload the business licence to continue` },
  decision: { field: 'title_id', fault: `${whose}: wait for the decision on the business licence` },
  refused: { field: 'title_id', fault: `${whose}: the last one was rejected, so correct and submit it again` },
  verified_title: { field: 'title_id', fault: 'must have the verified name and tax number: {name}, {tax_number}' },
  fields: { field: 'title_id', fault: 'is incomplete: add {fields} to the title' },
  email: { field: 'email', fault: 'is required to send the invoice' },
  consignee: { field: 'consignee', fault: courier },
  phone: { field: 'phone', fault: courier },
  address: { field: 'address', fault: courier },
} as const satisfies Readonly<Record<InvoiceLack, { readonly field: string; readonly fault: string }>>;
