import type { InvoiceType, TitleKind, VerificationState } from './invoicing.ts';

/** The printed data of an enterprise on every invoice. Its bank and its account there are optional. */
export const enterpriseFields = ['tax_number', 'address', 'telephone'] as const;
export type EnterpriseField = (typeof enterpriseFields)[number];

export const deliveryPlaces = ['email', 'consignee', 'phone', 'address'] as const;
export type DeliveryPlace = (typeof deliveryPlaces)[number];

type PrintedTitle = { readonly kind: TitleKind } & Readonly<Partial<Record<EnterpriseField, string | null>>>;
type Delivery = Readonly<Partial<Record<DeliveryPlace, string | null>>>;

const isMissing = (text: string | null | undefined): boolean => (text ?? '').trim() === '';

/** Missing fields of a title. A person needs only a name. */
export function missingOf(title: PrintedTitle): readonly EnterpriseField[] {
  return title.kind === 'individual' ? [] : enterpriseFields.filter((field) => isMissing(title[field]));
}

export function isSpecial(type: InvoiceType): boolean {
  return type !== 'electronic_ordinary';
}

/** What is needed to send an invoice: an electronic one is mailed, a paper one is sent by courier. */
export function placesOf(type: InvoiceType): readonly DeliveryPlace[] {
  return type === 'paper_special' ? ['consignee', 'phone', 'address'] : ['email'];
}

/**
 * Why an invoice cannot be requested. `enterprise`: only for enterprises. `verification`, `licence`, `decision`, `refused`: the account has not
 * begun its verification, has not uploaded the licence, waits for the decision, was refused. `verified_title`: special invoices show the
 * verified name and number. `fields`: the title is incomplete. A place: the delivery address is unknown.
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
  /** `isVerified`: it shows the verified name and number of the account. */
  readonly title: PrintedTitle & { readonly isVerified: boolean };
  /** `approved` once the account is verified, else the state of its latest attempt; `null`: there was none. */
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
 * The one rule for invoices, used by the form and the server: why an invoice of this type cannot be requested, of several reasons the first to
 * remedy; `null`: it can.
 */
export function invoiceLack(type: InvoiceType, facts: InvoiceFacts): InvoiceLack | null {
  return titleLack(type, facts) ?? placesOf(type).find((place) => isMissing(facts.delivery[place])) ?? null;
}
