import type { InvoiceLack } from './invoice-conditions.ts';

const whose = 'is the title of an enterprise, and its invoices, ordinary or special, need the enterprise to be verified';
const courier = 'is required: a courier brings the invoice';

/** What each lack is said at, and words that go on after the name of the field and say what to do. */
export const lackFaults = {
  enterprise: { field: 'type', fault: 'is for enterprises: choose an ordinary invoice, or the title of an enterprise' },
  verification: { field: 'title_id', fault: `${whose}: upload its business licence under verification first` },
  licence: { field: 'title_id', fault: `${whose}: a verification has begun, so upload the business licence next` },
  decision: { field: 'title_id', fault: `${whose}: the business licence is under review, so wait for the decision` },
  refused: { field: 'title_id', fault: `${whose}: the last attempt was refused, so correct it under verification` },
  verified_title: { field: 'title_id', fault: 'must have the verified name and tax number: {name}, {tax_number}' },
  fields: { field: 'title_id', fault: 'is not complete: add {fields} to the title' },
  email: { field: 'email', fault: 'is required: the invoice is sent there' },
  consignee: { field: 'consignee', fault: courier },
  phone: { field: 'phone', fault: courier },
  address: { field: 'address', fault: courier },
} as const satisfies Readonly<Record<InvoiceLack, { readonly field: string; readonly fault: string }>>;
