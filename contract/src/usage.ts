import type { Quantities } from './quantities.ts';
import type { ServiceTier } from './model-api/service-tiers.ts';

/**
 * A call's consumption, as the price list counts it. Every figure is a whole number in [0, 2^31). Input and output count everything: audio,
 * images, cached tokens and those written to a cache. `cachedTokens` are part of `inputTokens`, `reasoningTokens` of `outputTokens`. Created
 * with all members everywhere: calls must not differ in shape.
 */
export interface Usage {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  /** Named parts of the counts, and quantities other than tokens; `null` for plain text. */
  readonly more: Quantities | null;
}

/** Usage of one of several prompts of a request: priced as if it had come alone. */
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

/** First figure that is no longer a believable count; anything at or above it is nonsense, never money. */
export const tokenCountLimit = 2 ** 31;
