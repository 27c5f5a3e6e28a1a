import { readReportedTier } from '@tollgate/contract/service-tiers';
import { tokenCountLimit, type Usage } from '@tollgate/contract/usage';
import type { Quirks } from '@tollgate/contract/quirks';
import type { ReportedUsage } from '../dialect.ts';
import { figure, type Figure } from '../shared/figure.ts';
import { readMore } from './read-more.ts';
import { firstFigure, member } from './usage-figures.ts';

const none: ReportedUsage = { kind: 'none' };
const invalid: ReportedUsage = { kind: 'invalid' };

/** Prompt and completion counts; one that is missing follows from the total. */
function readCounts(usage: object): { readonly prompt: Figure; readonly completion: Figure } {
  const prompt = figure(member(usage, 'prompt_tokens'));
  const completion = figure(member(usage, 'completion_tokens'));
  const total = figure(member(usage, 'total_tokens'));
  if (typeof total !== 'number') return { prompt, completion };
  if (completion === undefined && typeof prompt === 'number') return { prompt, completion: figure(total - prompt) };
  if (prompt === undefined && typeof completion === 'number') return { prompt: figure(total - completion), completion };
  return { prompt, completion };
}

/**
 * Reads a `usage` object of the chat-completions shape. A total that is not the sum is ignored. Figures that are all
 * missing or all zero say nothing (`none`); a figure that is not a whole number in [0, 2^31), or more cached than prompt
 * tokens, makes the report `invalid`. Reasoning tokens beyond the completion tokens are cut to them, unless the quirk
 * says that they are counted beside.
 * @param tier the `service_tier` that stands beside the usage
 */
export function readUsage(usage: unknown, quirks: Quirks, tier?: unknown): ReportedUsage {
  if (usage === undefined || usage === null) return none;
  if (typeof usage !== 'object') return invalid;
  const { prompt, completion } = readCounts(usage);
  if (prompt === undefined && completion === undefined) return none;
  const { cached, reasoning } = readDetails(usage);
  if (typeof prompt !== 'number' || typeof completion !== 'number' || cached === null || reasoning === null) return invalid;
  const outputTokens = quirks.reasoningOutsideCompletion === true ? completion + reasoning : completion;
  const reasoningTokens = Math.min(reasoning, outputTokens);
  return believe(usage, { inputTokens: prompt, cachedTokens: cached, outputTokens, reasoningTokens }, tier);
}

function believe(reported: object, counts: Omit<Usage, 'more'>, tier: unknown): ReportedUsage {
  const { inputTokens, cachedTokens, outputTokens, reasoningTokens } = counts;
  if (inputTokens === 0 && outputTokens === 0) return none;
  if (cachedTokens > inputTokens || inputTokens + outputTokens >= tokenCountLimit) return invalid;
  const more = readMore(reported, inputTokens, cachedTokens);
  if (more === 'invalid') return invalid;
  const usage: Usage = { inputTokens, cachedTokens, outputTokens, reasoningTokens, more };
  return { kind: 'valid', usage, tier: readReportedTier(tier) };
}

/** 0 where nothing is said, `null` where what is said is no count. */
function readDetails(usage: object): { readonly cached: number | null; readonly reasoning: number | null } {
  const cached = firstFigure(
    member(member(usage, 'prompt_tokens_details'), 'cached_tokens'),
    member(usage, 'prompt_cache_hit_tokens'),
    member(usage, 'cached_tokens'),
    member(usage, 'num_cached_tokens'),
  );
  const reasoning = firstFigure(
    member(member(usage, 'completion_tokens_details'), 'reasoning_tokens'),
    member(usage, 'reasoning_tokens'),
  );
  return { cached, reasoning };
}

/**
 * Members in which an upstream is known to nest its usage. Any other nested one means something else, and may be the client's
 * own words come back (`metadata`).
 */
const nestingMembers = ['x_groq'] as const;

/** The member in which this answer nests its usage, or `null`. */
export function nestedUsageMember(frame: Readonly<Record<string, unknown>>): string | null {
  for (const name of nestingMembers) {
    const usage = member(frame[name], 'usage');
    if (typeof usage === 'object' && usage !== null) return name;
  }
  return null;
}
