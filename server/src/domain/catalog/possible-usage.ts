import { partsOf, quotesPerCallMax, type Quantities } from '@tollgate/contract/quantities';
import { tokenCountLimit, type Usage } from '@tollgate/contract/usage';
import { plausibleNonTokens } from './non-tokens.ts';
import { generatesTokens } from './generates-tokens.ts';
import type { Model } from './model.ts';

/** Assumed if the model's record has no limit; higher than that of any known model. */
const contextTokensMax = 16_777_216;
const outputTokensMax = 1_048_576;

/**
 * Percentage of a limit in the model's record, which may be slightly wrong: providers round their limits and count some additional tokens.
 */
const toleratedPercent = 5;
const toleratedTokens = 1_024;

/** A client's own limit is exact; the tolerance covers the tokens that end an answer. */
const toleratedTokensPerChoice = 64;

/** Covers instructions, tools and search results that a provider adds to a prompt and counts with it. */
const addedInputTokensMax = 131_072;

/** What is known about a call before any usage is reported. */
export interface UsageBounds {
  readonly model: Pick<Model, 'kind' | 'contextLength' | 'outputLimit' | 'maxTokensIncludesReasoning'>;
  readonly choices: number;
  /** The output limit for all choices that the client, or the gateway on its behalf, has sent; `null` for none. */
  readonly outputTokensMax: number | null;
  /** The maximum input that can have been sent, counting every byte as a token. */
  readonly inputTokensMax: number;
  /** Maximum of quantities other than tokens, as requested. */
  readonly moreMax: Quantities | null;
}

function tolerated(limit: number): number {
  return Math.floor((limit * (100 + toleratedPercent)) / 100) + toleratedTokens;
}

/** The maximum usage of a call. Reports above it are not trusted. */
export function possibleUsage({
  model,
  choices,
  outputTokensMax: bound,
  inputTokensMax,
}: Omit<UsageBounds, 'moreMax'>): Pick<Usage, 'inputTokens' | 'outputTokens'> {
  // Models of these kinds generate nothing, and the context limits each input separately.
  if (!generatesTokens(model.kind))
    return { inputTokens: Math.min(tolerated(inputTokensMax), tokenCountLimit - 1), outputTokens: 0 };
  const { contextLength } = model;
  // If the model's record has no context length, it is unknown how the model counts input.
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
 * Whether the parts of a usage are disjoint and within their wholes. A quantity that is not a part is at most what was requested, or what
 * upstreams use without being asked.
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
