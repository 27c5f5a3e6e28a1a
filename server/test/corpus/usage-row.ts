import type { QuantityName } from '@tollgate/contract/quantities';
import type { Quirks } from '@tollgate/contract/catalogue/quirks';

/** Why a report is not trusted, as in `dialects/dialect.ts`. */
export type Doubt = 'input' | 'output' | 'reasoning' | 'total';

/** The actual usage, as far as the report shows it. */
export interface RightCounts {
  /** Input that was neither read from a cache nor written to one. */
  readonly fresh: number;
  /** Read from a cache. */
  readonly cached?: number;
  /** Written to a cache, for 5 minutes and for an hour. */
  readonly write?: number;
  readonly write1h?: number;
  /** All output, including reasoning. */
  readonly out: number;
  readonly reasoning?: number;
  /** Parts of the counts, and quantities other than tokens. */
  readonly more?: Readonly<Partial<Record<QuantityName, number>>>;
  /** The call is marked as estimated, because this part of the report is missing or contradictory. */
  readonly doubt?: Doubt;
}

/**
 * `nothing`: the report has no usage, so everything is estimated and marked. `refused`: the value is not a count, so the call is free and
 * an alarm is raised.
 */
export type Right = RightCounts | 'nothing' | 'refused';

/** A report as an upstream really sends it. */
export interface UsageRow {
  readonly who: string;
  /** Public source: `owner/repository#number`, or a URL. */
  readonly source?: string;
  /** The `usage` of a whole response, and of the last frame of a stream. */
  readonly usage?: unknown;
  /** Other members of a whole response that contain a report. */
  readonly answer?: Readonly<Record<string, unknown>>;
  /** The frames of a stream between its first word and its terminal event. */
  readonly frames?: readonly unknown[];
  readonly quirks?: Quirks;
  /** The answer has no text, so zero output is correct. */
  readonly isSilent?: true;
  readonly right: Right;
}

/** A word of the answer, with other members. */
export function word(usage: unknown, rest: object = {}): object {
  return { choices: [{ index: 0, delta: { content: 'more' }, finish_reason: null }], usage, ...rest };
}

/** The frame that finishes the only choice. */
export function finish(usage: unknown, rest: object = {}): object {
  const frame = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], ...rest };
  return usage === undefined ? frame : { ...frame, usage };
}

/** The same frame with the report inside the choice. */
export function finishWithin(usage: unknown, index = 0): object {
  return { choices: [{ index, delta: {}, finish_reason: 'stop', usage }] };
}

/** A separate frame without choices. */
export function last(usage: unknown, rest: object = {}): object {
  return { choices: [], usage, ...rest };
}
