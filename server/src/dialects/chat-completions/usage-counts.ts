import { figure, type Figure } from '../shared/figure.ts';
import { largestFigure, member } from './usage-figures.ts';

/** The counts of a report under one name each, whatever its convention makes them include. */
export interface ReportCounts {
  /** `undefined`: not said. */
  readonly prompt: number | undefined;
  readonly completion: number | undefined;
  /** `undefined` also where it is zero or no count: it is only ever a proof. */
  readonly total: number | undefined;
  readonly cached: number;
  /** Written to a cache: all of it, and what stays for an hour. */
  readonly written: number;
  readonly writtenForAnHour: number;
  readonly reasoning: number;
  /** In the words of a protocol that counts what is cached beside its input. */
  readonly isApart: boolean;
}

/** Names by which the protocol whose input leaves out what is cached is known. */
interface ApartFields {
  readonly input_tokens?: unknown;
  readonly prompt_tokens?: unknown;
  readonly cache_read_input_tokens?: unknown;
  readonly cache_creation_input_tokens?: unknown;
  readonly inputTokenCount?: unknown;
}

function isApart(usage: ApartFields): boolean {
  if (usage.inputTokenCount !== undefined) return true;
  if (usage.prompt_tokens !== undefined || usage.input_tokens === undefined) return false;
  return usage.cache_read_input_tokens !== undefined || usage.cache_creation_input_tokens !== undefined;
}

/** The first that says more than zero; some send the names of two protocols, and zero under one of them. */
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

function hitsAndMisses(usage: object): Figure {
  const [hits, misses] = [figure(member(usage, 'prompt_cache_hit_tokens')), figure(member(usage, 'prompt_cache_miss_tokens'))];
  return typeof hits === 'number' && typeof misses === 'number' ? figure(hits + misses) : undefined;
}

function totalOf(usage: object): number | undefined {
  const total = figure(member(usage, 'total_tokens'));
  return total === null || total === 0 ? undefined : total;
}

function detailsOf(usage: object, ...names: readonly string[]): object {
  for (const name of names) {
    const found = member(usage, name);
    if (typeof found === 'object' && found !== null) return found;
  }
  return usage;
}

function readCached(usage: object, sent: object): number | null {
  return largestFigure(
    member(sent, 'cached_tokens'),
    member(usage, 'prompt_cache_hit_tokens'),
    member(usage, 'cached_tokens'),
    member(usage, 'num_cached_tokens'),
    member(usage, 'cache_read_input_tokens'),
    member(usage, 'cacheReadInputTokenCount'),
  );
}

function readWritten(usage: object, sent: object) {
  const all = largestFigure(
    member(sent, 'cache_write_tokens'),
    member(sent, 'cached_write_tokens'),
    member(sent, 'cache_creation_tokens'),
    member(sent, 'cache_creation_input_tokens'),
    member(usage, 'cache_creation_input_tokens'),
    member(usage, 'cacheWriteInputTokenCount'),
  );
  const timed = (name: string, own: string): number | null =>
    largestFigure(
      member(member(sent, 'cache_creation'), name),
      member(member(usage, 'cache_creation'), name),
      member(usage, own),
    );
  const hour = timed('ephemeral_1h_input_tokens', 'claude_cache_creation_1_h_tokens');
  const short = timed('ephemeral_5m_input_tokens', 'claude_cache_creation_5_m_tokens');
  if (all === null || hour === null || short === null) return null;
  return { all: all === 0 ? short + hour : all, hour };
}

/** `null` where what is said is no count. */
export function readCounts(usage: object): ReportCounts | null {
  const sent = detailsOf(usage, 'prompt_tokens_details', 'input_tokens_details');
  const answered = detailsOf(usage, 'completion_tokens_details', 'output_tokens_details');
  const own = firstCount(member(usage, 'prompt_tokens'), member(usage, 'input_tokens'), member(usage, 'inputTokenCount'));
  const prompt = own === undefined ? hitsAndMisses(usage) : own;
  const completion = firstCount(
    member(usage, 'completion_tokens'),
    member(usage, 'output_tokens'),
    member(usage, 'outputTokenCount'),
  );
  const cached = readCached(usage, sent);
  const written = readWritten(usage, sent);
  const reasoning = largestFigure(member(answered, 'reasoning_tokens'), member(usage, 'reasoning_tokens'));
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
