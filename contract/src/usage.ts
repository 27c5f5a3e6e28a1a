import type { Quantities } from './quantities.ts';
import type { ServiceTier } from './model-api/service-tiers.ts';

/**
 * Usage of a call as the price list counts it. Every figure is an integer in [0, 2^31). Input and output include audio, images, cached
 * tokens and tokens written to a cache. `cachedTokens` are part of `inputTokens`; `reasoningTokens` are part of `outputTokens`. Always
 * create it with all members, so that all calls keep the same object shape.
 */
export interface Usage {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  /** Named parts of the counts, and quantities other than tokens; `null` for plain text. */
  readonly more: Quantities | null;
}

/** Usage of one prompt of a request with several prompts. It is priced like a separate request. */
export interface PromptUsage extends Usage {
  readonly tier: ServiceTier | null;
}

export const noUsage: Usage = Object.freeze({
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  more: null,
});

/** First value that is not a plausible count. Larger values are invalid and never charged. */
export const tokenCountLimit = 2 ** 31;
