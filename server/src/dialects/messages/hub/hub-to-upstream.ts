import { findMembers } from '../../../json/members.ts';
import { jsonBytes, jsonList, jsonObject, type Json } from '../../../json/compose.ts';
import { textJson, type RawJson } from '../../../json/spanned.ts';
import { memberEdits, spliceText } from '../../../json/splice.ts';
import type { AttemptPlan } from '../../dialect.ts';
import { reaches } from '../../shared/hub/features.ts';
import { flatToolsOf } from '../../shared/hub/flat-tools.ts';
import { functionOfFree } from '../../shared/hub/free-arguments.ts';
import type { HubRequest, HubTool } from '../../shared/hub/hub-request.ts';
import { forcesTool, sentTools } from '../../shared/hub/sent-tools.ts';
import { cacheMarks } from './cache-marks.ts';
import { closed, conversationOf, withThinkingBack, type Block, type Conversation } from './hub-blocks.ts';
import { requiresThinking, statedBudget, thinkingFields, type ThinkingFields } from './thinking-style.ts';

type Members = readonly (readonly [name: string, value: Json | null])[];

const dialect = 'messages';
/** The protocol requires a limit. This one suits every model. */
const outputMaxByDefault = 8_192;
const userCharactersMax = 256;
const noSchema = '{"type":"object","properties":{}}';

/** A schema whose type is `object`, which the protocol requires; otherwise the client's bytes. */
function objectSchema(schema: RawJson | null): Json {
  if (schema === null || !schema.text.startsWith('{')) return noSchema;
  const { text } = schema;
  const members = findMembers(text);
  const type = members.find(({ name }) => name === 'type');
  if (type === undefined) return `{"type":"object"${members.length === 0 ? ',"properties":{}' : ','}${text.slice(1)}`;
  if (text.slice(type.valueStart, type.valueEnd) === '"object"') return schema.bytes;
  return spliceText(
    text,
    memberEdits(members, ({ name }) => (name === 'type' ? '"object"' : undefined)),
  );
}

function toolBlock(tool: HubTool, name: string): Block {
  const { parameters, description, isDeferred, cache = null } = tool;
  const own = parameters.form === 'free' ? functionOfFree(tool) : null;
  const shown = own?.description ?? (description === null ? null : textJson(description));
  const schema = parameters.form === 'schema' ? objectSchema(parameters.schema) : (own?.parameters ?? noSchema);
  const members: Members = [
    ['name', JSON.stringify(name)],
    ['description', shown],
    ['input_schema', schema],
    ['defer_loading', isDeferred ? 'true' : null],
  ];
  return { members, cache, takesCache: !isDeferred };
}

/** The type of the choice in this protocol. */
function choiceType(choice: HubRequest['toolChoice']): 'auto' | 'any' | 'tool' | 'none' {
  switch (choice?.kind) {
    case 'none':
    case 'tool':
      return choice.kind;
    case 'required':
      return 'any';
    case 'allowed':
      return choice.isRequired ? 'any' : 'auto';
    default:
      return 'auto';
  }
}

/** @param isForced whether a tool must be called, and the model accepts that. */
function choiceJson(request: HubRequest, isForced: boolean): Json | null {
  const { toolChoice, parallelTools } = request;
  const isSingle = parallelTools === false;
  if (toolChoice === null && !isSingle) return null;
  const type = forcesTool(request) && !isForced ? 'auto' : choiceType(toolChoice);
  return jsonObject([
    ['type', JSON.stringify(type)],
    ['name', type === 'tool' && toolChoice?.kind === 'tool' ? JSON.stringify(flatToolsOf(request).flatOf(toolChoice)) : null],
    ['disable_parallel_tool_use', isSingle && type !== 'none' ? 'true' : null],
  ]);
}

/** The protocol has temperatures up to 1, and none together with thinking or with `top_p`. */
function samplingMembers({ sampling }: HubRequest, plan: AttemptPlan, isThinking: boolean): Members {
  const { temperature, top_p: topP, top_k: topK } = sampling;
  const isSent = (name: 'temperature' | 'top_p' | 'top_k'): boolean =>
    !isThinking && sampling[name] !== undefined && reaches(name, dialect, plan);
  const hasTemperature = isSent('temperature');
  return [
    ['temperature', hasTemperature ? JSON.stringify(Math.min(temperature ?? 1, 1)) : null],
    ['top_p', isSent('top_p') && !hasTemperature ? JSON.stringify(topP) : null],
    ['top_k', isSent('top_k') ? JSON.stringify(topK) : null],
  ];
}

function outputConfig({ output }: HubRequest, { effort }: ThinkingFields): Json | null {
  const format =
    output.kind === 'schema'
      ? jsonObject([
          ['type', '"json_schema"'],
          ['schema', output.schema.bytes],
        ])
      : null;
  if (format === null && effort === null) return null;
  return jsonObject([
    ['effort', effort === null ? null : JSON.stringify(effort)],
    ['format', format],
  ]);
}

function outputMaxOf(request: HubRequest, plan: AttemptPlan): number {
  const limit = plan.outputLimit ?? Infinity;
  // The budget of thinking is part of the limit, and must be smaller.
  const usual = plan.outputLimit ?? outputMaxByDefault + (statedBudget(request, plan) ?? 0);
  return Math.max(1, Math.min(request.outputTokensMax ?? plan.outputTokensMax ?? usual, limit));
}

interface Marked {
  readonly tools: readonly Block[];
  readonly conversation: Conversation;
}

function contentMembers({ tools, conversation: { system, messages } }: Marked, plan: AttemptPlan): Members {
  const marks = cacheMarks({ tools, system, messages }, plan.quirks.refusesCacheMarks !== true);
  const list = (blocks: readonly Block[]): Json => jsonList(blocks.map((block) => closed(block, marks.get(block) ?? null)));
  const turns = messages.map(({ role, blocks }) =>
    jsonObject([
      ['role', JSON.stringify(role)],
      ['content', list(blocks)],
    ]),
  );
  return [
    ['tools', tools.length === 0 ? null : list(tools)],
    ['system', system.length === 0 ? null : list(system)],
    ['messages', jsonList(turns)],
  ];
}

/** A request in this protocol. */
export function hubToUpstream(request: HubRequest, plan: AttemptPlan): Buffer {
  const names = flatToolsOf(request);
  const tools = sentTools(request, { keepsDeferred: true }).map((tool) => toolBlock(tool, names.flatOf(tool)));
  const conversation = conversationOf(request, plan);
  const outputMax = outputMaxOf(request, plan);
  const hasChoice = tools.length > 0;
  const isForced = forcesTool(request) && reaches('forced_tools', dialect, plan);
  const isPrefilled = conversation.messages.at(-1)?.role === 'assistant';
  const isPossible = conversation.mayThink && !isPrefilled && !(hasChoice && isForced);
  const thought = thinkingFields(request, plan, { outputMax, isPossible });
  const marked = { tools, conversation: withThinkingBack(conversation, requiresThinking(plan, thought)) };
  const stop = reaches('stop', dialect, plan) ? request.stop.filter((text) => text.trim() !== '') : [];
  const { user } = request;
  const isNamed = user !== null && user.length <= userCharactersMax;
  return jsonBytes(
    jsonObject([
      ['model', JSON.stringify(plan.upstreamModel)],
      ['max_tokens', String(outputMax)],
      ...contentMembers(marked, plan),
      ['tool_choice', hasChoice ? choiceJson(request, isForced) : null],
      ['thinking', thought.thinking],
      ['output_config', outputConfig(request, thought)],
      ...samplingMembers(request, plan, thought.isOn),
      ['stop_sequences', stop.length === 0 ? null : JSON.stringify(stop)],
      ['metadata', isNamed ? jsonObject([['user_id', JSON.stringify(user)]]) : null],
      ['stream', plan.stream ? 'true' : null],
    ]),
  );
}
