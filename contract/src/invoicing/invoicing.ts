/** Two of the types are electronic; the special one is available only if the operator has enabled it. */
export const invoiceTypes = ['electronic_ordinary', 'paper_special', 'electronic_special'] as const;
export type InvoiceType = (typeof invoiceTypes)[number];

/** Kinds of invoice recipients. */
export const titleKinds = ['enterprise', 'individual'] as const;
export type TitleKind = (typeof titleKinds)[number];

/**
 * State of a request. The amount of `rejected`, `withdrawn` and `reversed` requests can be invoiced again. A reversal moves an issued
 * invoice through two states and can still return it to `issued`.
 */
export const invoiceStates = [
  'submitted',
  'under_review',
  'approved',
  'issued',
  'rejected',
  'withdrawn',
  'reversal_requested',
  'reversal_confirming',
  'reversed',
] as const;
export type InvoiceState = (typeof invoiceStates)[number];

/** Requested, and not issued yet. */
export const requestedStates: readonly InvoiceState[] = ['submitted', 'under_review', 'approved'];
/** Recorded by the tax office. */
export const issuedStates: readonly InvoiceState[] = ['issued', 'reversal_requested', 'reversal_confirming'];
/** Requests that wait for an operator. */
export const openInvoiceStates: readonly InvoiceState[] = [...requestedStates, 'reversal_requested', 'reversal_confirming'];

/** Waiting requests by their next step. */
export const invoiceQueues = {
  to_review: ['submitted', 'under_review'],
  to_issue: ['approved'],
  to_reverse: ['reversal_requested', 'reversal_confirming'],
} as const satisfies Readonly<Record<string, readonly InvoiceState[]>>;
export const invoiceQueueNames = ['to_review', 'to_issue', 'to_reverse'] as const;

/** Reasons for a reversal that the tax office accepts. */
export const reversalReasons = ['wrongly_issued', 'returned', 'service_ended', 'allowance'] as const;
export type ReversalReason = (typeof reversalReasons)[number];

/** File formats of an electronic invoice. */
export const invoiceFormats = ['pdf', 'ofd', 'xml'] as const;
export type InvoiceFormat = (typeof invoiceFormats)[number];

export const verificationStates = ['awaiting_licence', 'submitted', 'approved', 'rejected', 'withdrawn', 'replaced'] as const;
export type VerificationState = (typeof verificationStates)[number];

/** Types of a licence file. */
export const licenceTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type LicenceType = (typeof licenceTypes)[number];

/** In CNY; smaller amounts cannot be invoiced. */
export const invoiceMinimumCny = 100;

/** Events of a request that the account is notified of. */
export const invoiceEvents = [
  'submitted',
  'under_review',
  'approved',
  'rejected',
  'issued',
  'withdrawn',
  'reversal_requested',
  'reversal_confirming',
  'reversal_refused',
  'reversal_void',
  'reversed',
] as const;
export type InvoiceEvent = (typeof invoiceEvents)[number];

/** Events of an enterprise verification that the account is notified of. */
export type VerificationEvent = 'submitted' | 'approved' | 'rejected';
