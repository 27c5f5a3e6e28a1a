import { invoiceLack, missingOf, type InvoiceLack } from '@tollgate/contract/invoice-conditions';
import type { InvoiceType, VerificationState } from '@tollgate/contract/invoicing';
import type { InvoiceDelivery, InvoiceTitle } from './invoice.ts';
import { readTaxNumber } from './tax-number.ts';

/** A field that keeps a title or a request from being taken, and what to do. */
export interface FieldFault {
  readonly field: string;
  /** Words that go on after the name of the field. */
  readonly fault: string;
}

/** Who an enterprise was verified to be. */
export interface VerifiedName {
  readonly name: string;
  readonly taxNumber: string;
}

export function isElectronic(type: InvoiceType): boolean {
  return type !== 'paper_special';
}

/** Names are one if nothing but width, case and spaces keeps them apart, and the brackets that both scripts have. */
function sameName(left: string, right: string): boolean {
  const plain = (name: string): string => name.normalize('NFKC').replace(/\s/gu, '').toLowerCase();
  return plain(left) === plain(right);
}

/** A title with its tax number in its usual form, or what is wrong with it. */
export function readTitle(title: InvoiceTitle): InvoiceTitle | FieldFault {
  if (title.kind === 'individual') {
    if (title.taxNumber === null) return title;
    return { field: 'tax_number', fault: 'must be left out: individuals have none' };
  }
  const [missing] = missingOf(printed(title));
  if (missing !== undefined) return { field: missing, fault: 'is required for an enterprise: it is printed on the invoice' };
  const number = readTaxNumber(title.taxNumber ?? '');
  return 'fault' in number ? { field: 'tax_number', fault: number.fault } : { ...title, taxNumber: number.value };
}

/** Who an account is verified to be, and its latest attempt. */
export interface Verifications {
  readonly inForce: VerifiedName | null;
  readonly latest: { readonly state: VerificationState } | null;
}

/** `approved` once the account is verified, whatever it has asked for since. */
export function verificationStanding({ inForce, latest }: Verifications): VerificationState | null {
  return inForce === null ? (latest?.state ?? null) : 'approved';
}

/** Whether a title shows the name and number by which an account is verified. */
export function isVerifiedTitle(title: InvoiceTitle, verified: VerifiedName | null): boolean {
  return verified !== null && title.taxNumber === verified.taxNumber && sameName(title.name, verified.name);
}

function printed({ taxNumber, ...title }: InvoiceTitle) {
  return { ...title, tax_number: taxNumber };
}

const whose = 'is the title of an enterprise, and its invoices, ordinary or special, need the enterprise to be verified';
const courier = 'is required: a courier brings the invoice';
/** Words that go on after the name of the field, and say what to do. */
const faults: Readonly<Record<InvoiceLack, { readonly field: string; readonly fault: string }>> = {
  enterprise: { field: 'type', fault: 'is for enterprises: choose an ordinary invoice, or the title of an enterprise' },
  verification: { field: 'title_id', fault: `${whose}: upload its business licence under verification first` },
  licence: { field: 'title_id', fault: `${whose}: a verification has begun, so upload the business licence next` },
  decision: { field: 'title_id', fault: `${whose}: the business licence is under review, so wait for the decision` },
  refused: { field: 'title_id', fault: `${whose}: the last attempt was refused, so correct it under verification` },
  verified_title: { field: 'title_id', fault: 'must have the verified name and tax number' },
  fields: { field: 'title_id', fault: 'is not complete' },
  email: { field: 'email', fault: 'is required: the invoice is sent there' },
  consignee: { field: 'consignee', fault: courier },
  phone: { field: 'phone', fault: courier },
  address: { field: 'address', fault: courier },
};

/** What keeps an invoice of this type from being asked for; `null`: nothing. */
export function requestFault(
  type: InvoiceType,
  facts: { readonly title: InvoiceTitle; readonly delivery: InvoiceDelivery; readonly verification: Verifications },
): FieldFault | null {
  const { delivery, verification } = facts;
  const { inForce } = verification;
  const title = { ...printed(facts.title), isVerified: isVerifiedTitle(facts.title, inForce) };
  const lack = invoiceLack(type, { title, verification: verificationStanding(verification), delivery });
  if (lack === null) return null;
  const { field, fault } = faults[lack];
  if (lack === 'verified_title' && inForce !== null) return { field, fault: `${fault}: ${inForce.name}, ${inForce.taxNumber}` };
  return { field, fault: lack === 'fields' ? `${fault}: add ${missingOf(title).join(' and ')} to the title` : fault };
}
