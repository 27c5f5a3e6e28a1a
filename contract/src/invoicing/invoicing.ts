/** There are two electronic kinds; the special one is available only if the operator has switched it on. */
export const invoiceTypes = ['electronic_ordinary', 'paper_special', 'electronic_special'] as const;
export type InvoiceType = (typeof invoiceTypes)[number];

/** Kinds of invoice recipients. */
export const titleKinds = ['enterprise', 'individual'] as const;
export type TitleKind = (typeof titleKinds)[number];

/**
 * State of a request. Money of `rejected`, `withdrawn` and `reversed` ones can be invoiced again, that of all others cannot; an issued one
 * passes through two states of its reversal, from which it may come back.
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

/** Requested, and not reviewed yet. */
export const requestedStates: readonly InvoiceState[] = ['submitted', 'under_review', 'approved'];
/** In the books of the tax office. */
export const issuedStates: readonly InvoiceState[] = ['issued', 'reversal_requested', 'reversal_confirming'];
/** Requests that wait for an operator. */
export const openInvoiceStates: readonly InvoiceState[] = [...requestedStates, 'reversal_requested', 'reversal_confirming'];

/** The same by the next step. */
export const invoiceQueues = {
  to_review: ['submitted', 'under_review'],
  to_issue: ['approved'],
  to_reverse: ['reversal_requested', 'reversal_confirming'],
} as const satisfies Readonly<Record<string, readonly InvoiceState[]>>;
export const invoiceQueueNames = ['to_review', 'to_issue', 'to_reverse'] as const;

/** Why an invoice is reversed, as the tax office requires it. */
export const reversalReasons = ['wrongly_issued', 'returned', 'service_ended', 'allowance'] as const;
export type ReversalReason = (typeof reversalReasons)[number];

/** In which an electronic invoice is handed over. */
export const invoiceFormats = ['pdf', 'ofd', 'xml'] as const;
export type InvoiceFormat = (typeof invoiceFormats)[number];

export const verificationStates = ['awaiting_licence', 'submitted', 'approved', 'rejected', 'withdrawn', 'replaced'] as const;
export type VerificationState = (typeof verificationStates)[number];

/** Types of a licence file. */
export const licenceTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type LicenceType = (typeof licenceTypes)[number];

/** In CNY; less is not invoiced. */
export const invoiceMinimumCny = 100;

/** Notifications of an account about a request. */
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

/** Notifications of an account about its verification as an enterprise. */
export type VerificationEvent = 'submitted' | 'approved' | 'rejected';
