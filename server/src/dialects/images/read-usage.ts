import { quantitiesOf } from '@tollgate/contract/quantities';
import { tokenCountLimit, type Usage } from '@tollgate/contract/usage';
import type { ReportedUsage } from '../dialect.ts';
import { figure } from '../shared/figure.ts';
import { fieldsOf } from '../shared/fields-of.ts';

/** 0 if missing, `null` for an invalid count. */
function count(value: unknown): number | null {
  const found = figure(value);
  return found === undefined ? 0 : found;
}

function believe(usage: Usage): ReportedUsage {
  const { inputTokens, cachedTokens, outputTokens } = usage;
  if (inputTokens + outputTokens === 0) return { kind: 'none' };
  if (cachedTokens > inputTokens || inputTokens + outputTokens >= tokenCountLimit) return { kind: 'invalid' };
  return { kind: 'valid', usage, tier: null };
}

/** Image tokens of input and output. Cached tokens are priced as cached, regardless of their kind. */
function imagesOf(sent: number, uncached: number, drawn: number): Usage['more'] {
  return quantitiesOf([
    ['input_image', Math.min(sent, Math.max(uncached, 0))],
    ['output_image', drawn],
  ]);
}

/**
 * Reads the `usage` of images. Many upstreams report none, some only the output. Figures that are all missing or all zero say nothing
 * (`none`). An implausible count, or more cached than input tokens, makes the report `invalid`.
 */
export function readUsage(reported: unknown): ReportedUsage {
  if (reported === undefined || reported === null) return { kind: 'none' };
  if (typeof reported !== 'object') return { kind: 'invalid' };
  const usage = fieldsOf(reported);
  const sent = fieldsOf(usage.input_tokens_details);
  const answered = fieldsOf(usage.output_tokens_details);
  const figures = [
    ...[usage.input_tokens, sent.cached_tokens, sent.image_tokens],
    ...[usage.output_tokens, answered.reasoning_tokens, answered.image_tokens],
  ].map(count);
  const counts = figures.filter((figure) => figure !== null);
  if (counts.length < figures.length) return { kind: 'invalid' };
  const [inputTokens = 0, cachedTokens = 0, imagesSent = 0, outputTokens = 0, reasoning = 0, imagesDrawn = 0] = counts;
  const more = imagesOf(imagesSent, inputTokens - cachedTokens, imagesDrawn);
  return believe({ inputTokens, cachedTokens, outputTokens, reasoningTokens: Math.min(reasoning, outputTokens), more });
}
