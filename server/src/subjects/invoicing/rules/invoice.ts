import type { InvoiceFormat, InvoiceState, InvoiceType, ReversalReason, TitleKind } from '@tollgate/contract/invoicing/invoicing';
import { nanoPerCny, type NanoCny } from '@tollgate/contract/money';

/** The recipient data printed on an invoice. */
export interface InvoiceTitle {
  readonly kind: TitleKind;
  readonly name: string;
  /** `null` for individuals. */
  readonly taxNumber: string | null;
  readonly address: string | null;
  readonly telephone: string | null;
  readonly bank: string | null;
  readonly bankAccount: string | null;
}

/** Destination of an invoice: `email` for electronic invoices, the consignee for paper invoices. */
export interface InvoiceDelivery {
  readonly email: string | null;
  readonly consignee: string | null;
  readonly phone: string | null;
  readonly address: string | null;
}

/** Issue data of an invoice. */
export interface InvoiceIssue {
  readonly number: string;
  /** ISO date. */
  readonly issuedOn: string;
  readonly courier: string | null;
  readonly trackingNumber: string | null;
}

/** The latest requested reversal. */
export interface InvoiceReversal {
  readonly reason: ReversalReason;
  readonly note: string | null;
  /** Number of the confirmation slip. */
  readonly slip: string | null;
  /** When the slip expires. */
  readonly voidAtMs: number | null;
  /** Number of the red-letter invoice. */
  readonly redNumber: string | null;
}

/** A completed step; the last one is the state of the request. */
export interface InvoiceStep {
  readonly state: InvoiceState;
  readonly atMs: number;
  readonly actor: string;
  /** A remark, such as the reason of a refusal. */
  readonly note: string | null;
}

export interface Invoice {
  readonly id: string;
  readonly accountId: string;
  readonly type: InvoiceType;
  readonly state: InvoiceState;
  /** Number of steps so far. Each change names the revision it is based on. */
  readonly revision: number;
  /** Includes tax; whole fen. */
  readonly amount: NanoCny;
  readonly tax: NanoCny;
  /** In hundredths of a percent. */
  readonly taxRate: number;
  readonly item: string;
  readonly title: InvoiceTitle;
  readonly delivery: InvoiceDelivery;
  /** Printed on the invoice. */
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
/** Smaller amounts cannot be invoiced. */
export const invoiceMinimum = 100n * nanoPerCny;
/** Validity of a confirmation slip. */
export const slipLifeMs = 72 * 3_600_000;
/** Working days; the first day counts as 0. */
export const reviewDays = { from: 1, to: 2 } as const;
export const issuanceDays = { from: 3, to: 5 } as const;

/** Rounds down to whole fen, but not below 0. */
function wholeFen(amount: NanoCny): NanoCny {
  return amount > 0n ? amount - (amount % fen) : 0n;
}

/** Parses a percentage with at most 2 decimals into hundredths of a percent. */
export function readTaxRate(percent: string): number {
  const [whole = '0', decimals = ''] = percent.split('.');
  return Number(BigInt(`${whole}${decimals.padEnd(2, '0')}`));
}

/** The tax included in an amount. Net is rounded to the fen, and net plus tax equals the amount. @param rate in hundredths of a percent. */
export function taxIn(amount: NanoCny, rate: number): NanoCny {
  const whole = BigInt(10_000 + rate) * fen;
  const netFen = (amount * 10_000n + whole / 2n) / whole;
  return amount - netFen * fen;
}

/** The amount that an account can still invoice. */
export interface Invoiceable {
  /** Paid money used in closed hours. */
  readonly consumed: NanoCny;
  readonly issued: NanoCny;
  readonly requested: NanoCny;
  /** Whole fen. */
  readonly left: NanoCny;
}

export function invoiceableOf(consumed: NanoCny, taken: { readonly issued: NanoCny; readonly requested: NanoCny }): Invoiceable {
  return { consumed, ...taken, left: wholeFen(consumed - taken.issued - taken.requested) };
}

/** For each move, the states in which it is possible and the state it leads to. */
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

/** The state after a move; `null` if the move is not possible. */
export function stateAfter(move: InvoiceMove, state: InvoiceState): InvoiceState | null {
  const { from, to } = moves[move] as { readonly from: readonly InvoiceState[]; readonly to: InvoiceState };
  return from.includes(state) ? to : null;
}
