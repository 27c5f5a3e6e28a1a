import type { InvoiceType, TitleKind, VerificationState } from './invoicing.ts';

/** Enterprise data required on every invoice. Bank name and bank account are optional. */
export const enterpriseFields = ['tax_number', 'address', 'telephone'] as const;
export type EnterpriseField = (typeof enterpriseFields)[number];

export const deliveryPlaces = ['email', 'consignee', 'phone', 'address'] as const;
export type DeliveryPlace = (typeof deliveryPlaces)[number];

type PrintedTitle = { readonly kind: TitleKind } & Readonly<Partial<Record<EnterpriseField, string | null>>>;
type Delivery = Readonly<Partial<Record<DeliveryPlace, string | null>>>;

const isMissing = (text: string | null | undefined): boolean => (text ?? '').trim() === '';

/** Missing fields of a title. An individual needs only a name. */
export function missingOf(title: PrintedTitle): readonly EnterpriseField[] {
  return title.kind === 'individual' ? [] : enterpriseFields.filter((field) => isMissing(title[field]));
}

export function isSpecial(type: InvoiceType): boolean {
  return type !== 'electronic_ordinary';
}

/** Contact data needed to send an invoice: electronic invoices are mailed, paper invoices are sent by courier. */
export function placesOf(type: InvoiceType): readonly DeliveryPlace[] {
  return type === 'paper_special' ? ['consignee', 'phone', 'address'] : ['email'];
}

/**
 * Why an invoice cannot be requested. `enterprise`: only enterprises can request this type. `verification`: the account has not started its
 * verification. `licence`: it has not uploaded the licence. `decision`: the decision is pending. `refused`: the verification was refused.
 * `verified_title`: special invoices require the verified name and number. `fields`: the title is incomplete. A delivery field: that
 * contact data is missing.
 */
export type InvoiceLack =
  | 'enterprise'
  | 'verification'
  | 'licence'
  | 'decision'
  | 'refused'
  | 'verified_title'
  | 'fields'
  | DeliveryPlace;

export interface InvoiceFacts {
  /** `isVerified`: the title shows the verified name and number of the account. */
  readonly title: PrintedTitle & { readonly isVerified: boolean };
  /** `approved` once the account is verified, or else the state of its latest attempt; `null` without any attempt. */
  readonly verification: VerificationState | null;
  readonly delivery: Delivery;
}

const notVerified: Readonly<Partial<Record<VerificationState, InvoiceLack>>> = {
  awaiting_licence: 'licence',
  submitted: 'decision',
  rejected: 'refused',
};

function titleLack(type: InvoiceType, { title, verification }: Pick<InvoiceFacts, 'title' | 'verification'>): InvoiceLack | null {
  if (title.kind === 'individual') return isSpecial(type) ? 'enterprise' : null;
  if (verification !== 'approved') return notVerified[verification ?? 'withdrawn'] ?? 'verification';
  if (isSpecial(type) && !title.isVerified) return 'verified_title';
  return missingOf(title).length > 0 ? 'fields' : null;
}

/**
 * The only rule for invoices, shared by the form and the server. Returns why an invoice of this type cannot be requested, or `null`. If
 * several reasons apply, it returns the one to fix first.
 */
export function invoiceLack(type: InvoiceType, facts: InvoiceFacts): InvoiceLack | null {
  return titleLack(type, facts) ?? placesOf(type).find((place) => isMissing(facts.delivery[place])) ?? null;
}
