import type { CreditBucket } from '@tollgate/contract/enumerations';
import type { NanoCny } from '@tollgate/contract/money';

/** A month of an account's money, in the time zone of the service; the start is inclusive, the end exclusive. */
export interface StatementSpan {
  /** YYYYMM as a number. */
  readonly month: number;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
}

/** `opening + credits − usage = closing`, to the nano. Usage counts by admission hour, credits by their time. */
export interface StatementFigures {
  readonly opening: NanoCny;
  readonly credits: NanoCny;
  readonly usage: NanoCny;
  readonly closing: NanoCny;
}

/** How usage is broken down; the lines of each part add up to the usage of the month. */
export const statementParts = ['model', 'key', 'sub_account'] as const;
export type StatementPart = (typeof statementParts)[number];

export interface StatementLine {
  /** Name of the model, id of the key or sub-account; `''` for usage without one. */
  readonly id: string;
  /** Its display name; in a frozen statement, the name at that time. */
  readonly name: string;
  /** Number of charged calls. */
  readonly calls: bigint;
  readonly amount: NanoCny;
}

export interface StatementCredit {
  readonly id: string;
  readonly bucket: CreditBucket;
  readonly amount: NanoCny;
  readonly atMs: number;
}

export interface MonthTotals extends StatementSpan, StatementFigures {
  /** `null` while the statement is provisional: usage of its hours may still be added. */
  readonly frozenAtMs: number | null;
}

export interface MonthStatement extends MonthTotals {
  /** Oldest first. */
  readonly creditLines: readonly StatementCredit[];
  /** Largest amounts first. */
  readonly lines: Readonly<Record<StatementPart, readonly StatementLine[]>>;
}
