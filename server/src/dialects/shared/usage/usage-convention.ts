import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import type { UsageDoubt } from '../../dialect.ts';
import type { ReportCounts } from './usage-counts.ts';

/** The usage as derived from the report's own arithmetic. */
export interface Settled {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Part of the output. */
  readonly reasoningTokens: number;
  /** Why the usage is incomplete or possibly wrong. */
  readonly doubt: UsageDoubt | undefined;
}

interface Halves extends ReportCounts {
  readonly prompt: number;
  readonly completion: number;
}

/** The possible interpretations of the input counts, cheapest for the client first. */
function inputsOf({ prompt, cached, written, isApart }: Halves, { cachedOutsidePrompt }: Quirks): readonly number[] {
  const apart = prompt + cached + written;
  if (isApart || cachedOutsidePrompt === true || cached > prompt) return [apart];
  const readInside = prompt + written;
  return cached + written > prompt ? [readInside, apart] : [prompt, readInside, apart];
}

function outputsOf({ completion, reasoning }: Halves, { reasoningOutsideCompletion }: Quirks): readonly number[] {
  const beside = completion + reasoning;
  if (reasoningOutsideCompletion === true || reasoning > completion) return [beside];
  return [completion, beside];
}

/** Whether the total, which proves no interpretation, has one of the values that upstreams are known to report. */
function isUsual({ total, prompt, completion, cached, written }: Halves): boolean {
  const sum = prompt + completion;
  return total === undefined || total === sum || total === sum - cached || total === sum - cached - written;
}

/** The first interpretation whose sum is the total. */
function proven(counts: Halves, quirks: Quirks): Settled | null {
  const inputs = inputsOf(counts, quirks);
  for (const outputTokens of outputsOf(counts, quirks))
    for (const inputTokens of inputs)
      if (inputTokens + outputTokens === counts.total)
        return { inputTokens, outputTokens, reasoningTokens: counts.reasoning, doubt: undefined };
  return null;
}

/** The counts if no total proves an interpretation: the documented meaning of the fields, otherwise what costs the client least. */
function stated(counts: Halves, quirks: Quirks): Settled {
  const { total, completion, reasoning } = counts;
  const [inputTokens = 0] = inputsOf(counts, quirks);
  const hidden = (total ?? 0) - inputTokens - completion;
  if (quirks.reasoningInTotalOnly === true && hidden > 0)
    return { inputTokens, outputTokens: completion + hidden, reasoningTokens: hidden, doubt: undefined };
  if (quirks.reasoningOutsideCompletion === true)
    return { inputTokens, outputTokens: completion + reasoning, reasoningTokens: reasoning, doubt: undefined };
  // Some servers count slightly too much reasoning, so operators are notified.
  if (total === undefined && reasoning > completion)
    return { inputTokens, outputTokens: completion + reasoning, reasoningTokens: reasoning, doubt: 'reasoning' };
  const isUnexplained = quirks.cachedOutsidePrompt !== true && !isUsual(counts);
  const doubt = reasoning > completion ? 'reasoning' : isUnexplained ? 'total' : undefined;
  return { inputTokens, outputTokens: completion, reasoningTokens: Math.min(reasoning, completion), doubt };
}

/** True for nearly every report: all parts are within their wholes, and the total is their sum. */
function isPlain({ prompt, completion, total, cached, written, reasoning, isApart }: Halves, quirks: Quirks): boolean {
  if (isApart || quirks.cachedOutsidePrompt === true || quirks.reasoningOutsideCompletion === true) return false;
  return cached + written <= prompt && reasoning <= completion && (total === undefined || total === prompt + completion);
}

function settleHalves(counts: Halves, quirks: Quirks): Settled {
  const { prompt: inputTokens, completion: outputTokens, reasoning: reasoningTokens } = counts;
  if (isPlain(counts, quirks)) return { inputTokens, outputTokens, reasoningTokens, doubt: undefined };
  return proven(counts, quirks) ?? stated(counts, quirks);
}

/** No call lacks input. The input follows from the total, if that is more than the output. */
function withoutPrompt(counts: ReportCounts, completion: number, quirks: Quirks): Settled {
  const { total, cached, written, reasoning } = counts;
  const settled = settleHalves({ ...counts, prompt: 0, completion }, quirks);
  if (cached + written > 0 && counts.prompt === 0) return settled;
  const rest = (total ?? 0) - completion;
  if (rest >= Math.max(1, cached + written) && rest !== reasoning) return { ...settled, inputTokens: rest, doubt: undefined };
  return { ...settled, inputTokens: 0, doubt: 'input' };
}

/** An answer may be empty, so only code that has seen it knows whether its output is missing. */
function withoutCompletion(counts: ReportCounts, prompt: number, quirks: Quirks): Settled {
  const halves = { ...counts, prompt, completion: 0 };
  const shown = counts.completion === undefined ? null : proven(halves, quirks);
  if (shown !== null && shown.outputTokens > 0) return shown;
  const [least = 0] = inputsOf(halves, quirks);
  const inputTokens = shown?.inputTokens ?? least;
  const outputTokens = Math.max(0, (counts.total ?? 0) - inputTokens);
  const doubt = outputTokens === 0 ? 'output' : undefined;
  return { inputTokens, outputTokens, reasoningTokens: Math.min(counts.reasoning, outputTokens), doubt };
}

/**
 * Upstreams disagree about what includes what. Tokens read from or written to a cache may be part of the prompt or separate, and reasoning
 * part of the completion or separate. The report's own arithmetic decides: a part larger than its whole is separate, and the total is the
 * sum of one interpretation. If several have that sum, the first counts: parts within their wholes, then a separate cache, then separate
 * reasoning. If none has, the cheapest for the client counts, marked with a doubt.
 * @returns `null` if the report has no figures.
 */
export function settleCounts(counts: ReportCounts, quirks: Quirks): Settled | null {
  const { prompt = 0, completion = 0 } = counts;
  if (prompt === 0 && completion === 0) return null;
  if (prompt === 0) return withoutPrompt(counts, completion, quirks);
  if (completion === 0) return withoutCompletion(counts, prompt, quirks);
  return settleHalves({ ...counts, prompt, completion }, quirks);
}
