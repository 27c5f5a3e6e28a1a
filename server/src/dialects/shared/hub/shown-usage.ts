import type { Usage } from '@tollgate/contract/usage';
import type { AttemptPlan, StreamRelay } from '../../dialect.ts';

/** Tokens per character of an answer whose upstream reports no usage; the same rule as for what is charged then. */
const perCharacter = { wide: 0.75, narrow: 0.25 };

/**
 * The usage that a client sees whose protocol requires one: what the upstream reported, otherwise an estimate by the character rule.
 */
export function shownUsage({ inputTokens }: AttemptPlan, { usage, text }: Pick<StreamRelay, 'usage' | 'text'>): Usage {
  if (usage.kind === 'valid') return usage.usage;
  const outputTokens = Math.ceil(text.wide * perCharacter.wide + text.narrow * perCharacter.narrow);
  return { inputTokens, cachedTokens: 0, outputTokens, reasoningTokens: 0, more: null };
}
