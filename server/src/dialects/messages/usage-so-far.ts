import { quantitiesOf, type QuantityName } from '@tollgate/contract/quantities';
import { readReportedTier } from '@tollgate/contract/model-api/service-tiers';
import { tokenCountLimit, type Usage } from '@tollgate/contract/usage';
import type { ReportedUsage, UsageDoubt } from '../dialect.ts';
import { fieldsOf, type Fields } from '../shared/fields-of.ts';
import { figure } from '../shared/figure.ts';

const invalid: ReportedUsage = { kind: 'invalid' };
const ofInput = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];
const others = ['output_tokens', 'cache_creation', 'output_tokens_details', 'server_tool_use', 'service_tier', 'speed'];
/** Further tools are ignored. */
const toolsMax = 32;
const toolEnding = '_requests';
const toolName = /^[a-z0-9._-]{1,64}$/;

/** The largest of the counts, 0 if there is none; `null` if one of them is no count. */
function largest(...values: readonly unknown[]): number | null {
  let most = 0;
  for (const value of values) {
    const count = figure(value);
    if (count === null) return null;
    most = Math.max(most, count ?? 0);
  }
  return most;
}

function toolsOf(used: Fields): (readonly [QuantityName, number])[] {
  return Object.entries(used)
    .slice(0, toolsMax)
    .flatMap(([name, value]) => {
      const tool = name.slice(0, -toolEnding.length);
      const count = figure(value);
      return name.endsWith(toolEnding) && toolName.test(tool) && typeof count === 'number' ? [[`tool:${tool}`, count]] : [];
    });
}

function doubtOf({ inputTokens, outputTokens }: Usage, thought: number): UsageDoubt | undefined {
  if (inputTokens === 0) return 'input';
  if (outputTokens === 0) return 'output';
  return thought > outputTokens ? 'reasoning' : undefined;
}

/** @param report a usage object of the protocol, in which cached tokens are no part of `input_tokens`. */
function readUsage(report: Fields): ReportedUsage {
  const cache = fieldsOf(report.cache_creation);
  const details = fieldsOf(report.output_tokens_details);
  const fresh = largest(report.input_tokens);
  const cachedTokens = largest(report.cache_read_input_tokens);
  const hour = largest(cache.ephemeral_1h_input_tokens);
  const short = largest(cache.ephemeral_5m_input_tokens);
  const stated = largest(report.cache_creation_input_tokens);
  const outputTokens = largest(report.output_tokens);
  const thought = largest(details.thinking_tokens, details.reasoning_tokens);
  if (fresh === null || cachedTokens === null || hour === null || short === null) return invalid;
  if (stated === null || outputTokens === null || thought === null) return invalid;
  const written = Math.max(stated, hour + short);
  const inputTokens = fresh + cachedTokens + written;
  if (inputTokens + outputTokens === 0) return { kind: 'none' };
  if (inputTokens + outputTokens >= tokenCountLimit) return invalid;
  const more = quantitiesOf([
    ['cache_write', written - hour],
    ['cache_write_1h', hour],
    ...toolsOf(fieldsOf(report.server_tool_use)),
  ]);
  const usage: Usage = { inputTokens, cachedTokens, outputTokens, reasoningTokens: Math.min(thought, outputTokens), more };
  const tier = report.speed === 'fast' ? 'fast' : readReportedTier(report.service_tier);
  const doubt = doubtOf(usage, thought);
  return doubt === undefined ? { kind: 'valid', usage, tier } : { kind: 'valid', usage, tier, doubt };
}

/** The usage of an answer. A stream reports it in its first and in its last event; the last value of each field counts. */
export class UsageSoFar {
  usage: ReportedUsage = { kind: 'none' };
  readonly #seen: Record<string, unknown> = {};

  /** The first report of a stream. Its output counts nothing of the answer, which may be left before its last event. */
  begin(report: unknown): void {
    this.take({ ...fieldsOf(report), output_tokens: null, output_tokens_details: null });
  }

  take(report: unknown): void {
    const fields = fieldsOf(report);
    // Some upstreams know the input only at the end, others repeat it as 0.
    for (const name of ofInput) if (fields[name] !== 0 || this.#seen[name] === undefined) this.#note(name, fields[name]);
    for (const name of others) this.#note(name, fields[name]);
    this.usage = readUsage(this.#seen);
  }

  #note(name: string, value: unknown): void {
    if (value !== undefined && value !== null) this.#seen[name] = value;
  }
}
