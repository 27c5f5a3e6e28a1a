import { readReportedTier } from '@tollgate/contract/model-api/service-tiers';
import { tokenCountLimit, type Usage } from '@tollgate/contract/usage';
import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import type { ReportedUsage } from '../../dialect.ts';
import { readMore } from './read-more.ts';
import { settleCounts, type Settled } from './usage-convention.ts';
import { readCounts, type ReportCounts } from './usage-counts.ts';
import { withoutHalf } from './usage-halves.ts';

const none: ReportedUsage = { kind: 'none' };
const invalid: ReportedUsage = { kind: 'invalid' };

/**
 * Reads a `usage` object of the chat-completions shape, in any of the conventions of usage-convention.ts. Figures that are all missing or
 * all zero say nothing (`none`). A figure that is not an integer in [0, 2^31) makes the report `invalid`. A report that lacks one half, or
 * contradicts itself without explanation, is `valid` with a `doubt`.
 * @param tier the `service_tier` next to the usage.
 */
export function readUsage(usage: unknown, quirks: Quirks, tier?: unknown): ReportedUsage {
  if (usage === undefined || usage === null) return none;
  if (typeof usage !== 'object') return invalid;
  const counts = readCounts(usage);
  if (counts === null) return invalid;
  const settled = settleCounts(counts, quirks);
  if (settled === null) return none;
  return believe(usage, counts, settled, tier);
}

function believe(reported: object, counts: ReportCounts, settled: Settled, tier: unknown): ReportedUsage {
  const { inputTokens, outputTokens, reasoningTokens, doubt } = settled;
  if (inputTokens + outputTokens >= tokenCountLimit) return invalid;
  const cachedTokens = doubt === 'input' ? 0 : counts.cached;
  // The breakdown of an untrusted half is not trusted either.
  const parts = doubt === 'input' || doubt === 'output' ? withoutHalf(reported, doubt) : reported;
  const more = readMore(parts, counts, { inputTokens, cachedTokens });
  if (more === 'invalid') return invalid;
  const usage: Usage = { inputTokens, cachedTokens, outputTokens, reasoningTokens, more };
  const read = { kind: 'valid', usage, tier: readReportedTier(tier) } as const;
  return doubt === undefined ? read : { ...read, doubt };
}
