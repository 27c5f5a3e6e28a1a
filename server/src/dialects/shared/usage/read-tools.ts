import { isQuantityName, type QuantityName } from '@tollgate/contract/quantities';
import { figure } from '../figure.ts';
import { member } from './usage-figures.ts';

/** The fields in which upstreams count things other than tokens. Read as properties and not by look-ups: this runs for every answer. */
export interface ToolFields {
  readonly server_side_tool_usage_details?: unknown;
  readonly server_tool_use?: unknown;
  readonly tool_usage?: unknown;
  readonly x_tools?: unknown;
  readonly plugins?: unknown;
  readonly num_search_queries?: unknown;
  readonly num_sources_used?: unknown;
  readonly citation_tokens?: unknown;
  readonly prompt_audio_seconds?: unknown;
}

/** Further names are ignored. */
const toolsMax = 32;
const msPerSecond = 1000;

/** Whether a report counts anything besides tokens. */
export function hasTools(usage: ToolFields, details: unknown): boolean {
  return (
    usage.server_side_tool_usage_details !== undefined ||
    usage.server_tool_use !== undefined ||
    usage.tool_usage !== undefined ||
    usage.x_tools !== undefined ||
    usage.plugins !== undefined ||
    usage.num_search_queries !== undefined ||
    usage.num_sources_used !== undefined ||
    usage.citation_tokens !== undefined ||
    usage.prompt_audio_seconds !== undefined ||
    member(details, 'web_search_requests') !== undefined
  );
}

/** Tools by name: `web_search_calls`, `web_search_requests`, or the bare name with its count. */
function* talliesOf(value: unknown, ending: string): Generator<readonly [string, unknown]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, tally] of Object.entries(value as Readonly<Record<string, unknown>>).slice(0, toolsMax)) {
    if (!name.endsWith(ending)) continue;
    const counted = member(tally, 'count') ?? member(tally, 'num_requests') ?? tally;
    yield [name.slice(0, name.length - ending.length), counted];
  }
}

function* searches(usage: ToolFields, details: unknown): Generator<readonly [string, unknown]> {
  yield* talliesOf(usage.server_side_tool_usage_details, '_calls');
  yield* talliesOf(usage.server_tool_use, '_requests');
  yield* talliesOf(usage.tool_usage, '');
  yield* talliesOf(usage.x_tools, '');
  yield ['web_search', member(member(usage.plugins, 'search'), 'count')];
  yield ['web_search', usage.num_search_queries];
  yield ['web_search', member(details, 'web_search_requests')];
  yield ['live_search', usage.num_sources_used];
}

/**
 * The report's counts of tools that ran at the upstream, of citations and of audio duration. Invalid counts are left out. If a tool is
 * counted in two places, the larger count applies.
 */
export function readTools(usage: ToolFields, details: unknown): readonly (readonly [QuantityName, number])[] {
  const found = new Map<QuantityName, number>();
  const note = (name: string, value: unknown): void => {
    const amount = figure(value);
    if (typeof amount === 'number' && isQuantityName(name)) found.set(name, Math.max(found.get(name) ?? 0, amount));
  };
  for (const [tool, tally] of searches(usage, details)) note(`tool:${tool}`, tally);
  note('citation', usage.citation_tokens);
  const seconds = usage.prompt_audio_seconds;
  if (typeof seconds === 'number') note('input_audio_ms', Math.round(seconds * msPerSecond));
  return [...found];
}
