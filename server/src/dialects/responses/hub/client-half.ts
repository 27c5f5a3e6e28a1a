import { readServiceTier } from '@tollgate/contract/model-api/service-tiers';
import { jsonBytes, jsonList, type Json } from '../../../json/compose.ts';
import { fieldsIn, itemsIn, readSpanned, textJson, wordIn, type SpannedObject } from '../../../json/spanned.ts';
import type { AttemptPlan } from '../../dialect.ts';
import { noting, type Note } from '../../shared/hub/features.ts';
import { readFormat } from '../../shared/hub/output-format.ts';
import { noteFields } from '../../shared/hub/request-fields.ts';
import { responsesFields } from './request-fields.ts';
import { hasRefusal } from '../../shared/hub/cut-call.ts';
import type { ClientHalf } from '../../shared/hub/halves.ts';
import type { OpenedPart } from '../../shared/hub/hub-event.ts';
import type { HubOutput, HubPart, HubReasoning, HubRequest, ToolArguments } from '../../shared/hub/hub-request.ts';
import { readOutputLimit } from '../../shared/hub/output-limit.ts';
import { emptyText, itemId, itemJson, type ItemStatus } from './output-item.ts';
import { readItems } from './read-items.ts';
import { readToolChoice, ToolReader } from './read-tools.ts';
import { responseEnd, responseHead, statusOf } from './response-object.ts';
import { ResponsesWriter } from './responses-writer.ts';

const opaqueNames: ReadonlySet<string> = new Set(['arguments', 'parameters', 'schema']);
const isOpaque = (name: string, depth: number): boolean => depth > 1 && opaqueNames.has(name);

function readOutput(text: SpannedObject | null, note: Note): HubOutput {
  noteFields(text, responsesFields.text, 'text', note);
  const format = fieldsIn(text?.format);
  noteFields(format, responsesFields.format, 'text.format', note);
  return readFormat(format?.type, format, { note, param: 'text.format' });
}

function readReasoning(reasoning: SpannedObject | null, note: Note): HubReasoning | null {
  noteFields(reasoning, responsesFields.reasoning, 'reasoning', note);
  const effort = wordIn(reasoning?.effort);
  return effort === null ? null : { effort, budgetTokens: null, isAdaptive: false };
}

function readSampling(body: SpannedObject, note: Note): HubRequest['sampling'] {
  const set = (['temperature', 'top_p'] as const).flatMap((name) => {
    const value = body[name];
    if (typeof value !== 'number') return [];
    note(name, name);
    return [[name, value] as const];
  });
  return Object.fromEntries(set);
}

/** Fields that have no place in the hub. */
function noteOwnFields(body: SpannedObject, note: Note): void {
  if (typeof body.top_logprobs === 'number' && body.top_logprobs > 0) note('logprobs', 'top_logprobs');
  if (itemsIn(body.include).includes('message.output_text.logprobs')) note('logprobs', 'include');
  if (body.truncation === 'auto') note('truncation', 'truncation');
  if (fieldsIn(body.client_metadata) !== null) note('client_metadata', 'client_metadata');
  if (fieldsIn(body.metadata) !== null) note('metadata', 'metadata');
  if (wordIn(fieldsIn(body.text)?.verbosity) !== null) note('verbosity', 'text.verbosity');
}

const fromClient: ClientHalf['fromClient'] = (scanned) => {
  const body = readSpanned(scanned.bytes, isOpaque);
  const { features, note } = noting();
  noteFields(body, responsesFields.request, '', note);
  noteOwnFields(body, note);
  const { system, turns, tools: added } = readItems(body, note);
  const reader = new ToolReader(note);
  reader.add(body.tools, 'tools');
  for (const [tools, param] of added) reader.add(tools, param);
  reader.end();
  const { tools } = reader;
  const text = fieldsIn(body.text);
  const { parallel_tool_calls: parallel } = body;
  return {
    system,
    turns,
    tools,
    toolChoice: readToolChoice(body.tool_choice, tools, note),
    parallelTools: typeof parallel === 'boolean' ? parallel : null,
    output: readOutput(text, note),
    reasoning: readReasoning(fieldsIn(body.reasoning), note),
    sampling: readSampling(body, note),
    stop: [],
    outputTokensMax: readOutputLimit(body, ['max_output_tokens'], note),
    verbosity: wordIn(text?.verbosity),
    serviceTier: readServiceTier(body.service_tier),
    cacheKey: wordIn(body.prompt_cache_key),
    user: wordIn(body.safety_identifier) ?? wordIn(body.user),
    metadata: fieldsIn(body.metadata),
    features,
  };
};

function argumentsJson(args: ToolArguments): Json {
  if (args.form === 'free') return textJson(args.text);
  return textJson(args.form === 'object' ? args.json.text : args.json);
}

interface Said {
  readonly opened: OpenedPart;
  readonly text: Json | null;
  readonly seal: Json | null;
}

/** What a part of an answer is as an item; `null` if answers have no such part. */
function saidIn(part: HubPart): Said | null {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return { opened: { part: part.kind }, text: textJson(part.text), seal: null };
    case 'toolCall': {
      const { id, name, namespace, args } = part;
      const opened = { part: 'toolCall', id, name, namespace, isFree: args.form === 'free' } as const;
      return { opened, text: argumentsJson(args), seal: null };
    }
    case 'reasoning': {
      const { text, seal } = part;
      const shown = text === null || text === '' ? null : textJson(text);
      return { opened: { part: 'summary' }, text: shown, seal: seal === null ? null : textJson(seal) };
    }
    default:
      return null;
  }
}

/** @param last the status of the last item; the others are complete. */
function outputJson(parts: readonly HubPart[], plan: AttemptPlan, last: ItemStatus): Json {
  const items = parts.flatMap((part) => saidIn(part) ?? []);
  return jsonList(
    items.map(({ opened, text: said, seal }, index) => {
      const status = index === items.length - 1 ? last : 'completed';
      const text = said === '""' ? emptyText(opened, status) : said;
      return itemJson(itemId(plan, opened, index), opened, { text, seal, status });
    }),
  );
}

/** Serves clients of Responses at upstreams of other protocols. */
export const responsesClientHalf: ClientHalf = {
  fromClient,
  createStreamWriter: (plan, request) => new ResponsesWriter(plan, request),
  whole: ({ parts, finish }, usage, plan, request) => {
    const ended = { finish, hasRefusal: hasRefusal(parts), usage };
    return jsonBytes([responseHead(plan, request), responseEnd(ended, outputJson(parts, plan, statusOf(ended)))]);
  },
};
