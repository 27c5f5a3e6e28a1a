import { partsOf, quotesPerCallMax, type Quantities } from '@tollgate/contract/quantities';
import { tokenCountLimit, type Usage } from '@tollgate/contract/usage';
import { plausibleNonTokens } from './non-tokens.ts';
import { generatesTokens } from './generates-tokens.ts';
import type { Model } from './model.ts';

/** Assumed where the model's record does not say: beyond every model known. */
const contextTokensMax = 16_777_216;
const outputTokensMax = 1_048_576;

/** Of a limit in the model's record, which may be slightly off: providers round their limits and count some additional tokens. */
const toleratedPercent = 5;
const toleratedTokens = 1_024;

/** A client's own bound is exact; what is tolerated are the marks that end an answer. */
const toleratedTokensPerChoice = 64;

/** Instructions, tools and search results that a provider adds to a prompt and counts with it. */
const addedInputTokensMax = 131_072;

/** What is known of a call before anything is reported about it. */
export interface UsageBounds {
  readonly model: Pick<Model, 'kind' | 'contextLength' | 'outputLimit' | 'maxTokensIncludesReasoning'>;
  readonly choices: number;
  /** Bound on the output of all choices that the client, or the gateway for it, has sent; `null` for none. */
  readonly outputTokensMax: number | null;
  /** More input than this was not sent, if every byte is a token. */
  readonly inputTokensMax: number;
  /** More of what is not tokens was not asked for. */
  readonly moreMax: Quantities | null;
}

function tolerated(limit: number): number {
  return Math.floor((limit * (100 + toleratedPercent)) / 100) + toleratedTokens;
}

/** The most a call can use; what is reported above it is not believed. */
export function possibleUsage({
  model,
  choices,
  outputTokensMax: bound,
  inputTokensMax,
}: Omit<UsageBounds, 'moreMax'>): Pick<Usage, 'inputTokens' | 'outputTokens'> {
  // Nothing is added to what is only read, and the context bounds each of many inputs.
  if (!generatesTokens(model.kind))
    return { inputTokens: Math.min(tolerated(inputTokensMax), tokenCountLimit - 1), outputTokens: 0 };
  const { contextLength } = model;
  // Without a description of the model it is unknown how it counts its input.
  const input =
    contextLength === null ? contextTokensMax : Math.min(tolerated(contextLength), inputTokensMax + addedInputTokensMax);
  const output = choices * tolerated(model.outputLimit ?? contextLength ?? outputTokensMax);
  const isBounding = bound !== null && model.maxTokensIncludesReasoning;
  const bounded = isBounding ? bound + choices * toleratedTokensPerChoice : output;
  return {
    inputTokens: Math.min(input, tokenCountLimit - 1),
    outputTokens: Math.min(output, bounded, tokenCountLimit - 1),
  };
}

/**
 * Parts share no token and are within their wholes; a quantity that is no part is at most what was requested, or what upstreams use by
 * themselves.
 */
function isWhole(
  { inputTokens, cachedTokens, outputTokens, reasoningTokens, more }: Usage,
  { model, moreMax }: UsageBounds,
): boolean {
  const left = { input: inputTokens - cachedTokens, cached: cachedTokens, output: outputTokens - reasoningTokens };
  for (const { name, amount, partOf, per } of partsOf(more)) {
    if (!Number.isInteger(amount) || amount < 1 || amount >= tokenCountLimit) return false;
    if (partOf !== null) left[partOf] -= amount;
    else if (amount > Math.min(moreMax?.[name] ?? 0, quotesPerCallMax * per) && amount > plausibleNonTokens(name, model.kind))
      return false;
  }
  return left.input >= 0 && left.cached >= 0 && left.output >= 0;
}

export function isPossible(usage: Usage, bounds: UsageBounds): boolean {
  const most = possibleUsage(bounds);
  if (usage.inputTokens > most.inputTokens || usage.outputTokens > most.outputTokens) return false;
  return usage.more === null || isWhole(usage, bounds);
}
