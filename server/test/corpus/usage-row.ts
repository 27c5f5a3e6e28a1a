import type { QuantityName } from '@tollgate/contract/quantities';
import type { Quirks } from '@tollgate/contract/catalogue/quirks';

/** Why a report is not trusted: as in `dialects/dialect.ts`. */
export type Doubt = 'input' | 'output' | 'reasoning' | 'total';

/** What was really used, as far as the report says it. */
export interface RightCounts {
  /** Input that was neither read from a cache nor written to one. */
  readonly fresh: number;
  /** Read from a cache. */
  readonly cached?: number;
  /** Written to a cache, for 5 minutes and for an hour. */
  readonly write?: number;
  readonly write1h?: number;
  /** All output, reasoning included. */
  readonly out: number;
  readonly reasoning?: number;
  /** Parts of the counts, and what is no token. */
  readonly more?: Readonly<Partial<Record<QuantityName, number>>>;
  /** The call is marked as estimated, because the report lacks this or contradicts itself in it. */
  readonly doubt?: Doubt;
}

/** `nothing`: the report says nothing, so all is estimated and marked. `refused`: it is no count, so the call is free and raised. */
export type Right = RightCounts | 'nothing' | 'refused';

/** One report, as one upstream really sends it. */
export interface UsageRow {
  readonly who: string;
  /** Where that is public: `owner/repository#number`, or an address. */
  readonly source?: string;
  /** The `usage` of a whole answer, and of the last frame of a stream. */
  readonly usage?: unknown;
  /** Other members of a whole answer that hold a report. */
  readonly answer?: Readonly<Record<string, unknown>>;
  /** The frames of a stream between its first word and its terminal event. */
  readonly frames?: readonly unknown[];
  readonly quirks?: Quirks;
  /** The answer has no words, so that no output is the truth. */
  readonly isSilent?: true;
  readonly right: Right;
}

/** A word of the answer, with what stands beside it. */
export function word(usage: unknown, rest: object = {}): object {
  return { choices: [{ index: 0, delta: { content: 'more' }, finish_reason: null }], usage, ...rest };
}

/** The frame that finishes the one choice. */
export function finish(usage: unknown, rest: object = {}): object {
  const frame = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], ...rest };
  return usage === undefined ? frame : { ...frame, usage };
}

/** The same with the report inside the choice. */
export function finishWithin(usage: unknown, index = 0): object {
  return { choices: [{ index, delta: {}, finish_reason: 'stop', usage }] };
}

/** A separate frame, without choices. */
export function last(usage: unknown, rest: object = {}): object {
  return { choices: [], usage, ...rest };
}
