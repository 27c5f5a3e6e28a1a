import { readReportedTier } from '@tollgate/contract/model-api/service-tiers';
import { tokenCountLimit } from '@tollgate/contract/usage';
import type { ReportedUsage } from '../dialect.ts';
import { figure } from '../shared/figure.ts';

const none: ReportedUsage = { kind: 'none' };
const invalid: ReportedUsage = { kind: 'invalid' };

/**
 * Reads the `usage` of an answer with embeddings. Without `prompt_tokens`, the total counts. Figures that are all missing or zero report
 * nothing; a figure that is not a count makes the report `invalid`. Output is reported unchanged: other code decides whether it is
 * possible.
 */
export function readUsage({ usage, service_tier: tier }: Readonly<Record<string, unknown>>): ReportedUsage {
  if (usage === undefined || usage === null) return none;
  if (typeof usage !== 'object') return invalid;
  const fields = usage as Readonly<Record<string, unknown>>;
  const inputTokens = figure(fields.prompt_tokens ?? fields.total_tokens) ?? 0;
  const outputTokens = figure(fields.completion_tokens) ?? 0;
  const areCounts = [fields.prompt_tokens, fields.total_tokens, fields.completion_tokens].every(
    (value) => figure(value) !== null,
  );
  if (!areCounts || inputTokens + outputTokens >= tokenCountLimit) return invalid;
  if (inputTokens === 0 && outputTokens === 0) return none;
  const valid = { inputTokens, cachedTokens: 0, outputTokens, reasoningTokens: 0, more: null };
  return { kind: 'valid', usage: valid, tier: readReportedTier(tier) };
}
