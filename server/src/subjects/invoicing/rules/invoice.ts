import type { InvoiceFormat, InvoiceState, InvoiceType, ReversalReason, TitleKind } from '@tollgate/contract/invoicing/invoicing';
import { nanoPerCny, type NanoCny } from '@tollgate/contract/money';

/** The printed data of an invoice's recipient. */
export interface InvoiceTitle {
  readonly kind: TitleKind;
  readonly name: string;
  /** Individuals have none. */
  readonly taxNumber: string | null;
  readonly address: string | null;
  readonly telephone: string | null;
  readonly bank: string | null;
  readonly bankAccount: string | null;
}

/** The destination of an invoice: `email` for an electronic one, the consignee for a paper one. */
export interface InvoiceDelivery {
  readonly email: string | null;
  readonly consignee: string | null;
  readonly phone: string | null;
  readonly address: string | null;
}

/** How it was issued. */
export interface InvoiceIssue {
  readonly number: string;
  /** ISO date. */
  readonly issuedOn: string;
  readonly courier: string | null;
  readonly trackingNumber: string | null;
}

/** The last requested reversal. */
export interface InvoiceReversal {
  readonly reason: ReversalReason;
  readonly note: string | null;
  /** Number of the confirmation slip. */
  readonly slip: string | null;
  /** When the slip is void. */
  readonly voidAtMs: number | null;
  /** Number of the red-letter invoice. */
  readonly redNumber: string | null;
}

/** A step that was taken; the last one is the state of the request. */
export interface InvoiceStep {
  readonly state: InvoiceState;
  readonly atMs: number;
  readonly actor: string;
  /** Such as the reason of a refusal. */
  readonly note: string | null;
}

export interface Invoice {
  readonly id: string;
  readonly accountId: string;
  readonly type: InvoiceType;
  readonly state: InvoiceState;
  /** Number of steps so far; a change of the request states it. */
  readonly revision: number;
  /** Tax included; whole fen. */
  readonly amount: NanoCny;
  readonly tax: NanoCny;
  /** In hundredths of a percent. */
  readonly taxRate: number;
  readonly item: string;
  readonly title: InvoiceTitle;
  readonly delivery: InvoiceDelivery;
  /** Printed on it. */
  readonly remark: string | null;
  readonly requestedBy: string;
  readonly createdAtMs: number;
  readonly issue: InvoiceIssue | null;
  readonly reversal: InvoiceReversal | null;
  readonly steps: readonly InvoiceStep[];
  readonly files: readonly InvoiceFile[];
}

export interface InvoiceFile {
  readonly format: InvoiceFormat;
  readonly bytes: number;
  /** Name of the stored file. */
  readonly object: string;
}

/** The smallest amount on an invoice: 0.01 CNY. */
export const fen = nanoPerCny / 100n;
/** Less is not invoiced. */
export const invoiceMinimum = 100n * nanoPerCny;
/** How long a confirmation slip holds. */
export const slipLifeMs = 72 * 3_600_000;
/** Working days; the first day is 0. */
export const reviewDays = { from: 1, to: 2 } as const;
export const issuanceDays = { from: 3, to: 5 } as const;

/** Rounded down to whole fen; never below 0. */
function wholeFen(amount: NanoCny): NanoCny {
  return amount > 0n ? amount - (amount % fen) : 0n;
}

/** A rate in percent with at most 2 decimals, in hundredths of a percent. */
export function readTaxRate(percent: string): number {
  const [whole = '0', decimals = ''] = percent.split('.');
  return Number(BigInt(`${whole}${decimals.padEnd(2, '0')}`));
}

/** The tax that an amount includes: net is rounded to the fen, and both add up to it. @param rate in hundredths of a percent. */
export function taxIn(amount: NanoCny, rate: number): NanoCny {
  const whole = BigInt(10_000 + rate) * fen;
  const netFen = (amount * 10_000n + whole / 2n) / whole;
  return amount - netFen * fen;
}

/** The money that an account can still invoice. */
export interface Invoiceable {
  /** Paid money that was used in hours that are closed. */
  readonly consumed: NanoCny;
  readonly issued: NanoCny;
  readonly requested: NanoCny;
  /** Whole fen. */
  readonly left: NanoCny;
}

export function invoiceableOf(consumed: NanoCny, taken: { readonly issued: NanoCny; readonly requested: NanoCny }): Invoiceable {
  return { consumed, ...taken, left: wholeFen(consumed - taken.issued - taken.requested) };
}

/** From which states an account or an operator brings a request to another. */
const moves = {
  review: { from: ['submitted'], to: 'under_review' },
  approve: { from: ['submitted', 'under_review'], to: 'approved' },
  reject: { from: ['submitted', 'under_review', 'approved'], to: 'rejected' },
  issue: { from: ['approved'], to: 'issued' },
  withdraw: { from: ['submitted', 'under_review'], to: 'withdrawn' },
  request_reversal: { from: ['issued'], to: 'reversal_requested' },
  confirm_reversal: { from: ['reversal_requested'], to: 'reversal_confirming' },
  refuse_reversal: { from: ['reversal_requested', 'reversal_confirming'], to: 'issued' },
  void_reversal: { from: ['reversal_confirming'], to: 'issued' },
  reverse: { from: ['reversal_confirming'], to: 'reversed' },
} as const satisfies Readonly<Record<string, { readonly from: readonly InvoiceState[]; readonly to: InvoiceState }>>;

export type InvoiceMove = keyof typeof moves;

/** The state after a move; `null`: the move is not possible. */
export function stateAfter(move: InvoiceMove, state: InvoiceState): InvoiceState | null {
  const { from, to } = moves[move] as { readonly from: readonly InvoiceState[]; readonly to: InvoiceState };
  return from.includes(state) ? to : null;
}
