import { tokenCountLimit, type Usage } from '@tollgate/contract/usage';

/**
 * Tokens per character. Upper: the figures in the guide, 2 tokens per Chinese character and 1–2 per English word of about four letters and
 * a space. Typical: measured with a current 200,000-token vocabulary.
 */
export const upperPerCharacter = { wide: 2, narrow: 0.5 } as const;
export const typicalPerCharacter = { wide: 0.75, narrow: 0.25 } as const;

export function estimatedUsage(inputTokens: number, outputTokens: number): Usage {
  const capped = (tokens: number): number => Math.min(Math.ceil(tokens), tokenCountLimit - 1);
  const [input, output] = [capped(inputTokens), capped(outputTokens)];
  return { inputTokens: input, cachedTokens: 0, outputTokens: output, reasoningTokens: 0, more: null };
}
