import { createHash } from 'node:crypto';
import { jsonBytes, jsonList, jsonObject, type Json } from '../../../json/compose.ts';
import {
  fieldsIn,
  itemsIn,
  RawJson,
  readSpanned,
  textIn,
  textJson,
  wordIn,
  type SpannedObject,
  type SpannedValue,
} from '../../../json/spanned.ts';
import { cutCallIn } from '../../shared/hub/cut-call.ts';
import type { ClientHalf } from '../../shared/hub/halves.ts';
import type {
  HubOutput,
  HubPart,
  HubReasoning,
  HubRequest,
  HubTool,
  HubTurn,
  SamplingName,
  ToolChoice,
} from '../../shared/hub/hub-request.ts';
import { objectArguments } from '../../shared/hub/object-arguments.ts';
import { readOutputLimit } from '../../shared/hub/output-limit.ts';
import { noting, type Feature, type Note } from '../../shared/hub/features.ts';
import { noteFields } from '../../shared/hub/request-fields.ts';
import { messagesFields } from './request-fields.ts';
import { textsAlone, withoutFiles } from '../../shared/hub/misplaced-files.ts';
import { messageId, MessagesWriter, stopReasonOf } from './messages-writer.ts';
import { BlockReader, cacheOf, withoutBilling } from './read-blocks.ts';
import { messagesUsage } from './shown-usage.ts';

const opaqueNames: ReadonlySet<string> = new Set(['input', 'input_schema', 'schema']);
const isOpaque = (name: string, depth: number): boolean => depth > 1 && opaqueNames.has(name);

function rolesOf(role: SpannedValue | undefined): HubTurn['role'] {
  return role === 'assistant' || role === 'system' ? role : 'user';
}

function readTools(tools: SpannedValue | undefined, note: Note): HubTool[] {
  const read = itemsIn(tools).flatMap((item, position): HubTool[] => {
    const tool = fieldsIn(item);
    const param = `tools[${String(position)}]`;
    if (tool === null) return [];
    if (tool.type !== undefined && tool.type !== null && tool.type !== 'custom') {
      note('server_tools', param);
      return [];
    }
    noteFields(tool, messagesFields.tool, param, note);
    if (tool.strict === true) note('strict_tools', `${param}.strict`);
    if (tool.defer_loading === true) note('deferred_tools', param);
    const { input_schema: schema, strict } = tool;
    return [
      {
        name: wordIn(tool.name) ?? '',
        namespace: null,
        description: textIn(tool.description),
        parameters: {
          form: 'schema',
          schema: schema instanceof RawJson ? schema : null,
          strict: typeof strict === 'boolean' ? strict : null,
        },
        isDeferred: tool.defer_loading === true,
        cache: cacheOf(tool, note, param),
      },
    ];
  });
  if (read.length === 0 && itemsIn(tools).length > 0) note('only_server_tools', 'tools');
  return read;
}

function readToolChoice(choice: SpannedObject | null, tools: readonly HubTool[], note: Note): ToolChoice | null {
  noteFields(choice, messagesFields.toolChoice, 'tool_choice', note);
  const type = choice?.type;
  if (type === 'auto' || type === 'none') return { kind: type };
  const name = wordIn(choice?.name);
  if (type !== 'any' && (type !== 'tool' || name === null)) return null;
  note('forced_tools', 'tool_choice');
  if (type === 'any' || name === null) return { kind: 'required' };
  if (!tools.some((tool) => tool.name === name)) note('only_server_tools', 'tool_choice');
  return { kind: 'tool', name, namespace: null };
}

function readReasoning({ thinking, output_config: config }: SpannedObject, note: Note): HubReasoning | null {
  const asked = fieldsIn(thinking);
  const effort = wordIn(fieldsIn(config)?.effort);
  noteFields(asked, messagesFields.thinking, 'thinking', note);
  noteFields(fieldsIn(config), messagesFields.outputConfig, 'output_config', note);
  if (wordIn(asked?.display) !== null) note('thinking_display', 'thinking.display');
  if (asked?.type === 'disabled') return { effort: 'none', budgetTokens: null, isAdaptive: false };
  const budget = asked?.budget_tokens;
  if (asked === null && effort === null) return null;
  return { effort, budgetTokens: typeof budget === 'number' ? budget : null, isAdaptive: asked?.type === 'adaptive' };
}

function readOutput({ output_config: config }: SpannedObject, note: Note): HubOutput {
  const format = fieldsIn(fieldsIn(config)?.format);
  const schema = format?.schema;
  noteFields(format, messagesFields.format, 'output_config.format', note);
  if (format?.type !== 'json_schema' || !(schema instanceof RawJson)) {
    if (format !== null) note('output_format', 'output_config.format');
    return { kind: 'text' };
  }
  note('json_schema', 'output_config.format');
  return { kind: 'schema', name: null, description: null, schema, strict: null };
}

const samplingNames: readonly SamplingName[] = ['temperature', 'top_p', 'top_k'];

function readSampling(body: SpannedObject, note: Note): HubRequest['sampling'] {
  const set = samplingNames.flatMap((name) => {
    const value = body[name];
    if (typeof value !== 'number') return [];
    note(name as Feature, name);
    return [[name, value] as const];
  });
  return Object.fromEntries(set);
}

/** Fields that only this protocol has, and the feature that each stands for. */
const ownFields: readonly (readonly [field: string, feature: Feature])[] = [
  ['context_management', 'context_management'],
  ['container', 'container'],
  ['mcp_servers', 'server_tools'],
  ['diagnostics', 'client_metadata'],
];

/** One key for all calls of a session, which clients name in `metadata.user_id`. */
function cacheKeyOf(user: string | null): string | null {
  return user === null ? null : createHash('sha256').update(user).digest('hex').slice(0, 32);
}

/** What else the client attached; `user_id` has its own place. */
function readMetadata(metadata: SpannedObject | null, note: Note): SpannedValue {
  const others = Object.entries(metadata ?? {}).filter(([name]) => name !== 'user_id');
  if (others.length === 0) return null;
  note('metadata', 'metadata');
  return Object.fromEntries(others);
}

function readTurns(body: SpannedObject, note: Note): HubTurn[] {
  const blocks = new BlockReader(note);
  const messages = itemsIn(body.messages);
  const turns = messages.flatMap((item, position): HubTurn[] => {
    const message = fieldsIn(item);
    if (message === null) return [];
    const param = `messages[${String(position)}]`;
    noteFields(message, messagesFields.message, param, note);
    const role = rolesOf(message.role);
    if (role === 'system') note('system_turns', param);
    const parts = blocks.parts(message.content, `${param}.content`);
    return [{ role, parts: role === 'user' ? parts : withoutFiles(parts, `${param}.content`, note) }];
  });
  if (turns.at(-1)?.role === 'assistant') note('prefill', `messages[${String(messages.length - 1)}]`);
  return turns;
}

function readStop(body: SpannedObject, note: Note): string[] {
  const stop = itemsIn(body.stop_sequences).flatMap((item) => wordIn(item) ?? []);
  if (stop.length > 0) note('stop', 'stop_sequences');
  return stop;
}

const fromClient: ClientHalf['fromClient'] = (scanned) => {
  const body = readSpanned(scanned.bytes, isOpaque);
  const { features, note } = noting();
  noteFields(body, messagesFields.request, '', note);
  for (const [field, feature] of ownFields)
    if (fieldsIn(body[field]) !== null || itemsIn(body[field]).length > 0) note(feature, field);
  const tools = readTools(body.tools, note);
  const choice = fieldsIn(body.tool_choice);
  const metadata = fieldsIn(body.metadata);
  const user = wordIn(metadata?.user_id);
  return {
    system: withoutBilling(textsAlone(new BlockReader(note).parts(body.system, 'system'), 'system', note)),
    turns: readTurns(body, note),
    tools,
    toolChoice: readToolChoice(choice, tools, note),
    parallelTools: choice?.disable_parallel_tool_use === true ? false : null,
    output: readOutput(body, note),
    reasoning: readReasoning(body, note),
    sampling: readSampling(body, note),
    stop: readStop(body, note),
    outputTokensMax: readOutputLimit(body, ['max_tokens'], note),
    verbosity: null,
    serviceTier: body.speed === 'fast' ? 'fast' : null,
    cacheKey: cacheKeyOf(user),
    user,
    metadata: readMetadata(metadata, note),
    features,
  };
};

function blockJson(part: HubPart): Json[] {
  const block = (type: string, members: readonly (readonly [string, Json])[]): Json[] => [
    jsonObject([['type', `"${type}"`], ...members]),
  ];
  if (part.kind === 'text' || part.kind === 'refusal') return block('text', [['text', textJson(part.text)]]);
  if (part.kind === 'toolCall')
    return block('tool_use', [
      ['id', JSON.stringify(part.id)],
      ['name', JSON.stringify(part.name)],
      ['input', objectArguments(part.args)],
    ]);
  if (part.kind !== 'reasoning') return [];
  if (part.text === null) return part.seal === null ? [] : block('redacted_thinking', [['data', textJson(part.seal)]]);
  return block('thinking', [
    ['thinking', textJson(part.text)],
    ['signature', textJson(part.seal ?? '')],
  ]);
}

/** Serves clients of Messages at upstreams of other protocols. */
export const messagesClientHalf: ClientHalf = {
  fromClient,
  createStreamWriter: (plan) => new MessagesWriter(plan),
  whole: (answer, usage, plan) => {
    const { parts, finish, stopSequence } = answer;
    // The input of a call is an object, which cannot show that it was cut.
    const cut = cutCallIn(answer);
    return jsonBytes(
      jsonObject([
        ['id', JSON.stringify(messageId(plan))],
        ['type', '"message"'],
        ['role', '"assistant"'],
        ['model', JSON.stringify(plan.model)],
        ['content', jsonList(parts.flatMap((part) => (part === cut ? [] : blockJson(part))))],
        ['stop_reason', JSON.stringify(stopReasonOf(finish, stopSequence))],
        ['stop_sequence', JSON.stringify(stopSequence)],
        ['usage', JSON.stringify(messagesUsage(usage))],
      ]),
    );
  },
};
