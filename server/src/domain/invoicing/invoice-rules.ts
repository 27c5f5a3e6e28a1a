import type { InvoiceType } from '@tollgate/contract/invoicing';
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

function isSpecial(type: InvoiceType): boolean {
  return type !== 'electronic_ordinary';
}

export function isElectronic(type: InvoiceType): boolean {
  return type !== 'paper_special';
}

/** Names are one if nothing but width, case and spaces keeps them apart, and the brackets that both scripts have. */
export function sameName(left: string, right: string): boolean {
  const plain = (name: string): string => name.normalize('NFKC').replace(/\s/gu, '').toLowerCase();
  return plain(left) === plain(right);
}

/** A title with its tax number in its usual form, or what is wrong with it. */
export function readTitle(title: InvoiceTitle): InvoiceTitle | FieldFault {
  if (title.kind === 'individual') {
    if (title.taxNumber === null) return title;
    return { field: 'tax_number', fault: 'must be left out: individuals have none' };
  }
  if (title.taxNumber === null) return { field: 'tax_number', fault: 'is required for an enterprise' };
  const number = readTaxNumber(title.taxNumber);
  return 'fault' in number ? { field: 'tax_number', fault: number.fault } : { ...title, taxNumber: number.value };
}

function specialFault(title: InvoiceTitle, verified: VerifiedName | null): FieldFault | null {
  if (title.kind !== 'enterprise')
    return { field: 'type', fault: 'is for enterprises: choose an ordinary invoice, or the title of an enterprise' };
  if (verified === null)
    return { field: 'type', fault: 'needs the enterprise to be verified: upload its business licence under verification first' };
  if (!sameName(title.name, verified.name) || title.taxNumber !== verified.taxNumber)
    return {
      field: 'title_id',
      fault: `must have the verified name and tax number: ${verified.name}, ${verified.taxNumber}`,
    };
  if (title.taxNumber.length !== 18)
    return {
      field: 'title_id',
      fault: 'must have a unified social credit code of 18 characters: older numbers go on ordinary invoices alone',
    };
  const missing = (['address', 'telephone'] as const).find((field) => title[field] === null);
  return missing === undefined
    ? null
    : { field: 'title_id', fault: `lacks the ${missing} of the enterprise, which is printed: add it to the title` };
}

function deliveryFault(type: InvoiceType, delivery: InvoiceDelivery): FieldFault | null {
  if (isElectronic(type))
    return delivery.email === null ? { field: 'email', fault: 'is required: the invoice is sent there' } : null;
  const missing = (['consignee', 'phone', 'address'] as const).find((field) => delivery[field] === null);
  return missing === undefined ? null : { field: missing, fault: 'is required: a courier brings the invoice' };
}

/** What keeps an invoice of this type from being asked for; `null`: nothing. */
export function requestFault(
  type: InvoiceType,
  {
    title,
    delivery,
    verified,
  }: { readonly title: InvoiceTitle; readonly delivery: InvoiceDelivery; readonly verified: VerifiedName | null },
): FieldFault | null {
  return (isSpecial(type) ? specialFault(title, verified) : null) ?? deliveryFault(type, delivery);
}
