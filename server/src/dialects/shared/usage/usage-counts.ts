import { figure, type Figure } from '../figure.ts';
import { largestFigure } from './usage-figures.ts';

/** The counts of a report under uniform names, regardless of what its convention includes in them. */
export interface ReportCounts {
  /** `undefined` if not reported. */
  readonly prompt: number | undefined;
  readonly completion: number | undefined;
  /** Also `undefined` for zero or an invalid count: it only serves as proof. */
  readonly total: number | undefined;
  readonly cached: number;
  /** Written to a cache: in total, and the part that is stored for an hour. */
  readonly written: number;
  readonly writtenForAnHour: number;
  readonly reasoning: number;
  /** Whether the protocol counts cached tokens separately from its input. */
  readonly isApart: boolean;
}

/** Counts by the lifetime of the cache entry. */
interface TimedFields {
  readonly ephemeral_1h_input_tokens?: unknown;
  readonly ephemeral_5m_input_tokens?: unknown;
}

/** Read as properties and not by look-ups: this runs for every answer. */
interface SentFields {
  readonly cached_tokens?: unknown;
  readonly cache_write_tokens?: unknown;
  readonly cached_write_tokens?: unknown;
  readonly cache_creation_tokens?: unknown;
  readonly cache_creation_input_tokens?: unknown;
  readonly cache_creation?: unknown;
}

interface UsageFields extends SentFields {
  readonly prompt_tokens?: unknown;
  readonly input_tokens?: unknown;
  readonly inputTokenCount?: unknown;
  readonly completion_tokens?: unknown;
  readonly output_tokens?: unknown;
  readonly outputTokenCount?: unknown;
  readonly total_tokens?: unknown;
  readonly prompt_cache_hit_tokens?: unknown;
  readonly prompt_cache_miss_tokens?: unknown;
  readonly num_cached_tokens?: unknown;
  readonly cache_read_input_tokens?: unknown;
  readonly cacheReadInputTokenCount?: unknown;
  readonly cacheWriteInputTokenCount?: unknown;
  readonly claude_cache_creation_1_h_tokens?: unknown;
  readonly claude_cache_creation_5_m_tokens?: unknown;
  readonly reasoning_tokens?: unknown;
  readonly prompt_tokens_details?: unknown;
  readonly input_tokens_details?: unknown;
  readonly completion_tokens_details?: unknown;
  readonly output_tokens_details?: unknown;
}

const noFields: UsageFields & TimedFields = {};

/** A protocol whose input excludes cached tokens is recognized by its field names. */
function isApart(usage: UsageFields): boolean {
  if (usage.inputTokenCount !== undefined) return true;
  if (usage.prompt_tokens !== undefined || usage.input_tokens === undefined) return false;
  return usage.cache_read_input_tokens !== undefined || usage.cache_creation_input_tokens !== undefined;
}

/** The first count above zero: some upstreams send the fields of two protocols, with zero in one of them. */
function firstCount(...candidates: readonly unknown[]): Figure {
  let first: Figure;
  for (const candidate of candidates) {
    const found = figure(candidate);
    if (found === null) return null;
    if (found !== undefined && found > 0) return found;
    first ??= found;
  }
  return first;
}

function hitsAndMisses(usage: UsageFields): Figure {
  const [hits, misses] = [figure(usage.prompt_cache_hit_tokens), figure(usage.prompt_cache_miss_tokens)];
  return typeof hits === 'number' && typeof misses === 'number' ? figure(hits + misses) : undefined;
}

function totalOf({ total_tokens: said }: UsageFields): number | undefined {
  const total = figure(said);
  return total === null || total === 0 ? undefined : total;
}

function isFields(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function detailsOf(usage: UsageFields, details: unknown, otherName: unknown): UsageFields {
  if (isFields(details)) return details;
  return isFields(otherName) ? otherName : usage;
}

function readCached(usage: UsageFields, sent: SentFields): number | null {
  return largestFigure(
    sent.cached_tokens,
    usage.prompt_cache_hit_tokens,
    usage.cached_tokens,
    usage.num_cached_tokens,
    usage.cache_read_input_tokens,
    usage.cacheReadInputTokenCount,
  );
}

interface Written {
  readonly all: number;
  readonly hour: number;
}

function readWritten(usage: UsageFields, sent: SentFields): Written | null {
  const all = largestFigure(
    sent.cache_write_tokens,
    sent.cached_write_tokens,
    sent.cache_creation_tokens,
    sent.cache_creation_input_tokens,
    usage.cache_creation_input_tokens,
    usage.cacheWriteInputTokenCount,
  );
  const ofSent: TimedFields = isFields(sent.cache_creation) ? sent.cache_creation : noFields;
  const ofUsage: TimedFields = isFields(usage.cache_creation) ? usage.cache_creation : noFields;
  const hour = largestFigure(
    ofSent.ephemeral_1h_input_tokens,
    ofUsage.ephemeral_1h_input_tokens,
    usage.claude_cache_creation_1_h_tokens,
  );
  const short = largestFigure(
    ofSent.ephemeral_5m_input_tokens,
    ofUsage.ephemeral_5m_input_tokens,
    usage.claude_cache_creation_5_m_tokens,
  );
  if (all === null || hour === null || short === null) return null;
  return { all: all === 0 ? short + hour : all, hour };
}

/** `null` for an invalid count. */
export function readCounts(usage: UsageFields): ReportCounts | null {
  const sent = detailsOf(usage, usage.prompt_tokens_details, usage.input_tokens_details);
  const answered = detailsOf(usage, usage.completion_tokens_details, usage.output_tokens_details);
  const own = firstCount(usage.prompt_tokens, usage.input_tokens, usage.inputTokenCount);
  const prompt = own === undefined ? hitsAndMisses(usage) : own;
  const completion = firstCount(usage.completion_tokens, usage.output_tokens, usage.outputTokenCount);
  const cached = readCached(usage, sent);
  const written = readWritten(usage, sent);
  const reasoning = largestFigure(answered.reasoning_tokens, usage.reasoning_tokens);
  if (prompt === null || completion === null || cached === null || written === null || reasoning === null) return null;
  if (written.hour > written.all) return null;
  return {
    prompt,
    completion,
    total: totalOf(usage),
    cached,
    written: written.all,
    writtenForAnHour: written.hour,
    reasoning,
    isApart: isApart(usage),
  };
}
