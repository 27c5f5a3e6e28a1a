/**
 * What a call consumed, as the price list counts it. Every figure is a whole number in [0, 2^31).
 * `cachedTokens` are part of `inputTokens`; `reasoningTokens` are part of `outputTokens`.
 */
export interface Usage {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
}

export const noUsage: Usage = Object.freeze({
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
});

/** First figure that is no longer a believable count; anything at or above it is nonsense, never money. */
export const tokenCountLimit = 2 ** 31;
