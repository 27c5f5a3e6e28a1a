import { invoiceLack, missingOf, type InvoiceLack } from '@tollgate/contract/invoicing/invoice-conditions';
import { lackFaults } from '@tollgate/contract/invoicing/lack-faults';
import type { InvoiceType, VerificationState } from '@tollgate/contract/invoicing/invoicing';
import { wordRefusal } from '@tollgate/contract/refusals/refusal-words';
import type { InvoiceDelivery, InvoiceTitle } from './invoice.ts';
import { readTaxNumber } from './tax-number.ts';

/** An invalid field of a title or a request, and what to do. */
export interface FieldFault {
  readonly field: string;
  /** A text that follows the field name. */
  readonly fault: string;
}

/** The verified name of an enterprise. */
export interface VerifiedName {
  readonly name: string;
  readonly taxNumber: string;
}

export function isElectronic(type: InvoiceType): boolean {
  return type !== 'paper_special';
}

/** Compares names regardless of width, case, spaces, and Chinese or Western brackets. */
function sameName(left: string, right: string): boolean {
  const plain = (name: string): string => name.normalize('NFKC').replace(/\s/gu, '').toLowerCase();
  return plain(left) === plain(right);
}

/** Normalises the tax number of a title, or returns the error. */
export function readTitle(title: InvoiceTitle): InvoiceTitle | FieldFault {
  if (title.kind === 'individual') {
    if (title.taxNumber === null) return title;
    return { field: 'tax_number', fault: 'must be omitted: individuals have none' };
  }
  const [missing] = missingOf(printed(title));
  if (missing !== undefined) return { field: missing, fault: 'is required for an enterprise and is printed on the invoice' };
  const number = readTaxNumber(title.taxNumber ?? '');
  return 'fault' in number ? { field: 'tax_number', fault: number.fault } : { ...title, taxNumber: number.value };
}

/** The verification in force of an account, and its latest attempt. */
export interface Verifications {
  readonly inForce: VerifiedName | null;
  readonly latest: { readonly state: VerificationState } | null;
}

/** `approved` once the account is verified, regardless of later attempts. */
export function verificationStatus({ inForce, latest }: Verifications): VerificationState | null {
  return inForce === null ? (latest?.state ?? null) : 'approved';
}

/** Whether a title shows the verified name and number of the account. */
export function isVerifiedTitle(title: InvoiceTitle, verified: VerifiedName | null): boolean {
  return verified !== null && title.taxNumber === verified.taxNumber && sameName(title.name, verified.name);
}

function printed({ taxNumber, ...title }: InvoiceTitle) {
  return { ...title, tax_number: taxNumber };
}

/** Why an invoice of this type cannot be requested, with the parameters of the text; `null` if it can. */
export function requestLack(
  type: InvoiceType,
  facts: { readonly title: InvoiceTitle; readonly delivery: InvoiceDelivery; readonly verification: Verifications },
): { readonly lack: InvoiceLack; readonly named: Readonly<Record<'name' | 'tax_number' | 'fields', string>> } | null {
  const { delivery, verification } = facts;
  const { inForce } = verification;
  const title = { ...printed(facts.title), isVerified: isVerifiedTitle(facts.title, inForce) };
  const lack = invoiceLack(type, { title, verification: verificationStatus(verification), delivery });
  const named = { name: inForce?.name ?? '', tax_number: inForce?.taxNumber ?? '', fields: missingOf(title).join(' and ') };
  return lack === null ? null : { lack, named };
}

/** Like `requestLack`, as text. */
export function requestFault(...asked: Parameters<typeof requestLack>): FieldFault | null {
  const wrong = requestLack(...asked);
  if (wrong === null) return null;
  const { field, fault } = lackFaults[wrong.lack];
  return { field, fault: wordRefusal(fault, wrong.named, 'en') };
}
