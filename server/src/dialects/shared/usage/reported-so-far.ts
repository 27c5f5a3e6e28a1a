import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import type { ReportedUsage } from '../../dialect.ts';
import { readUsage } from './read-usage.ts';
import { member } from './usage-figures.ts';
import { joinHalves } from './usage-halves.ts';

/** Converts a report of another convention to the fields that clients read. */
function inUsualWords(report: object, { usage }: Extract<ReportedUsage, { kind: 'valid' }>): object {
  const isUsual = typeof member(report, 'prompt_tokens') === 'number' && typeof member(report, 'completion_tokens') === 'number';
  const { inputTokens, outputTokens, cachedTokens, reasoningTokens } = usage;
  const total = { total_tokens: inputTokens + outputTokens };
  if (isUsual) return member(report, 'total_tokens') === undefined ? { ...report, ...total } : report;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    ...total,
    prompt_tokens_details: { cached_tokens: cachedTokens },
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
  };
}

/**
 * The usage that a stream has reported so far. The last plausible report counts: some upstreams repeat it with growing figures on every
 * frame. If a report lacks a half that an earlier one had, the two are combined.
 */
export class ReportedSoFar {
  usage: ReportedUsage = { kind: 'none' };
  /** The usage in the form shown to the client. */
  shown: unknown;
  /** In the upstream's form. */
  #report: object = {};
  readonly #quirks: Quirks;

  constructor(quirks: Quirks) {
    this.#quirks = quirks;
  }

  /** @returns whether this report is the current one from now on. */
  take(report: unknown, tier: unknown): boolean {
    const read = readUsage(report, this.#quirks, tier);
    if (read.kind === 'invalid' && this.usage.kind === 'none') this.usage = read;
    if (read.kind !== 'valid') return false;
    const isFirst = this.usage.kind !== 'valid';
    if (isFirst || (read.doubt !== 'input' && read.doubt !== 'output')) return this.#keep(report as object, read);
    const joined = joinHalves(this.#report, report as object, read.doubt);
    const both = readUsage(joined, this.#quirks, tier);
    return both.kind === 'valid' && this.#keep(joined, both);
  }

  #keep(report: object, read: Extract<ReportedUsage, { kind: 'valid' }>): true {
    this.usage = read;
    this.#report = report;
    this.shown = inUsualWords(report, read);
    return true;
  }
}
