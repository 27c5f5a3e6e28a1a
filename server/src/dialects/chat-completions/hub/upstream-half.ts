import { jsonBytes, jsonList, jsonObject, type Json } from '../../../json/compose.ts';
import { textJson, valueJson } from '../../../json/spanned.ts';
import type { AttemptPlan } from '../../dialect.ts';
import { reaches, type Feature } from '../../shared/hub/features.ts';
import { CallIds } from '../../shared/hub/call-ids.ts';
import { flatToolsOf, type FlatTools } from '../../shared/hub/flat-tools.ts';
import { freeTextOf, functionOfFree } from '../../shared/hub/free-arguments.ts';
import type { ReadAnswer, UpstreamHalf } from '../../shared/hub/halves.ts';
import type { HubAnswer } from '../../shared/hub/hub-event.ts';
import type { HubOutput, HubPart, HubRequest, HubTool, SamplingName, ToolCallPart } from '../../shared/hub/hub-request.ts';
import { namedEffort } from '../../shared/hub/named-effort.ts';
import { wrapSeal } from '../../shared/hub/seal.ts';
import { forcesTool, sentTools } from '../../shared/hub/sent-tools.ts';
import { chatRelay } from '../chat-completions-dialect.ts';
import { readChatStream, reasoningIn } from './chat-stream-reader.ts';
import { finishOf } from '../finish-of.ts';
import { readRefusal } from '../../shared/read-refusal.ts';
import { hubMessages } from './hub-messages.ts';
import { readWhole } from '../read-whole.ts';
import { readThinkingQuirk } from '../../shared/refuses-seals.ts';
import { readQuirks } from '../to-upstream.ts';
import { thinkingSwitch } from './thinking-switch.ts';
import { argumentsText, isFields, withContentAsText } from '../right-message.ts';

const dialect = 'chat-completions';

type Members = readonly (readonly [name: string, value: Json | null])[];

/** Some vendors refuse a function without a schema, and all understand one without properties, which `strict` excludes. */
function noParameters(strict: boolean | null): Json | null {
  return strict === true ? null : '{"type":"object","properties":{}}';
}

function toolJson(tool: HubTool, names: FlatTools): Json {
  const { parameters } = tool;
  const name = ['name', JSON.stringify(names.flatOf(tool))] as const;
  if (parameters.form === 'free') {
    const own = functionOfFree(tool);
    return functionTool([name, ['description', own.description], ['parameters', own.parameters]]);
  }
  return functionTool([
    name,
    ['description', tool.description === null ? null : textJson(tool.description)],
    ['parameters', parameters.schema === null ? noParameters(parameters.strict) : parameters.schema.bytes],
    ['strict', parameters.strict === null ? null : String(parameters.strict)],
  ]);
}

function functionTool(members: Members): Json {
  return jsonObject([
    ['type', '"function"'],
    ['function', jsonObject(members)],
  ]);
}

function choiceJson(request: HubRequest, plan: AttemptPlan, names: FlatTools): Json | null {
  const { toolChoice } = request;
  if (toolChoice === null) return null;
  if (forcesTool(request) && !reaches('forced_tools', dialect, plan)) return '"auto"';
  if (toolChoice.kind === 'allowed') return toolChoice.isRequired ? '"required"' : '"auto"';
  if (toolChoice.kind !== 'tool') return JSON.stringify(toolChoice.kind);
  return functionTool([['name', JSON.stringify(names.flatOf(toolChoice))]]);
}

function toolMembers(request: HubRequest, plan: AttemptPlan): Members {
  const tools = sentTools(request, { keepsDeferred: false });
  if (tools.length === 0) return [];
  const names = flatToolsOf(request);
  return [
    ['tools', jsonList(tools.map((tool) => toolJson(tool, names)))],
    ['tool_choice', choiceJson(request, plan, names)],
    ['parallel_tool_calls', request.parallelTools === false ? 'false' : null],
  ];
}

function formatJson(output: HubOutput): Json | null {
  if (output.kind === 'text') return null;
  if (output.kind === 'json') return '{"type":"json_object"}';
  const { name, description, schema, strict } = output;
  const inner = jsonObject([
    ['name', JSON.stringify(name ?? 'answer')],
    ['description', description === null ? null : JSON.stringify(description)],
    ['schema', schema.bytes],
    ['strict', strict === null ? null : String(strict)],
  ]);
  return jsonObject([
    ['type', '"json_schema"'],
    ['json_schema', inner],
  ]);
}

const featureOf: Readonly<Record<SamplingName, Feature>> = {
  temperature: 'temperature',
  top_p: 'top_p',
  top_k: 'top_k',
  presence_penalty: 'penalties',
  frequency_penalty: 'penalties',
  seed: 'seed',
};

function samplingMembers({ sampling }: HubRequest, plan: AttemptPlan): Members {
  return Object.entries(sampling).map(([name, value]) => {
    const isSent = reaches(featureOf[name as SamplingName], dialect, plan);
    return [name, isSent ? JSON.stringify(value) : null] as const;
  });
}

function outputBound({ outputTokensMax }: HubRequest, plan: AttemptPlan): Json | null {
  const wanted = outputTokensMax ?? plan.outputTokensMax;
  // Agents ask for more than some models can write, which these refuse.
  return wanted === null ? null : String(Math.min(wanted, plan.outputLimit ?? wanted));
}

function optionalMembers(request: HubRequest, plan: AttemptPlan): Members {
  const text = (value: string | null): Json | null => (value === null ? null : JSON.stringify(value));
  const { members: thinking, isOff } = thinkingSwitch(request, plan);
  const members: readonly (readonly [Feature, string | null])[] = [
    ['reasoning_effort', isOff ? null : namedEffort(request.reasoning)],
    ['verbosity', request.verbosity],
    ['prompt_cache_key', request.cacheKey],
    ['user', request.user],
  ];
  return [...thinking, ...members.map(([name, value]) => [name, reaches(name, dialect, plan) ? text(value) : null] as const)];
}

function stopJson({ stop }: HubRequest, plan: AttemptPlan): Json | null {
  return stop.length === 0 || !reaches('stop', dialect, plan) ? null : JSON.stringify(stop);
}

function toUpstream(request: HubRequest, plan: AttemptPlan): Buffer {
  const { quirks, stream } = plan;
  const asksForUsage = stream && quirks.refusesStreamOptions !== true;
  return jsonBytes(
    jsonObject([
      ['model', JSON.stringify(plan.upstreamModel)],
      ['messages', hubMessages(request, plan)],
      ...toolMembers(request, plan),
      ['response_format', formatJson(request.output)],
      ...samplingMembers(request, plan),
      ['stop', stopJson(request, plan)],
      [quirks.maxTokensOnly === true ? 'max_tokens' : 'max_completion_tokens', outputBound(request, plan)],
      ...optionalMembers(request, plan),
      ['metadata', request.metadata === null ? null : valueJson(request.metadata)],
      ['service_tier', request.serviceTier === null ? null : JSON.stringify(request.serviceTier)],
      ['stream', stream ? 'true' : null],
      ['stream_options', asksForUsage ? '{"include_usage":true}' : null],
    ]),
  );
}

interface WholeParts {
  readonly plan: AttemptPlan;
  readonly request: HubRequest;
}

function callOf(call: unknown, ids: CallIds, names: FlatTools): ToolCallPart[] {
  if (!isFields(call) || !isFields(call.function) || typeof call.function.name !== 'string' || call.function.name === '')
    return [];
  const { name, namespace, isFree } = names.toolOf(call.function.name);
  const written = argumentsText(call.function.arguments);
  const args = isFree ? ({ form: 'free', text: freeTextOf(written) } as const) : ({ form: 'text', json: written } as const);
  return [{ kind: 'toolCall', id: ids.take(typeof call.id === 'string' ? call.id : ''), name, namespace, args }];
}

function answerOf(choice: Readonly<Record<string, unknown>>, { plan, request }: WholeParts): HubAnswer {
  const message = withContentAsText(isFields(choice.message) ? choice.message : {});
  const parts: HubPart[] = [];
  const reasoning = reasoningIn(message);
  const seal = wrapSeal({ dialect, provider: plan.provider, upstreamModel: plan.upstreamModel }, '');
  if (reasoning !== '') parts.push({ kind: 'reasoning', text: reasoning, isSummary: false, seal });
  if (typeof message.content === 'string' && message.content !== '') parts.push({ kind: 'text', text: message.content });
  if (typeof message.refusal === 'string' && message.refusal !== '') parts.push({ kind: 'refusal', text: message.refusal });
  const older = isFields(message.function_call) ? [{ function: message.function_call }] : [];
  const listed: readonly unknown[] = Array.isArray(message.tool_calls) ? message.tool_calls : older;
  const ids = new CallIds(plan, request);
  const names = flatToolsOf(request);
  const calls = listed.flatMap((call) => callOf(call, ids, names));
  const reason = typeof choice.finish_reason === 'string' && choice.finish_reason !== '' ? choice.finish_reason : null;
  return { parts: [...parts, ...calls], finish: finishOf(reason, calls.length > 0), stopSequence: null };
}

function* readAnswer(bytes: Buffer, plan: AttemptPlan, request: HubRequest): Generator<undefined, ReadAnswer> {
  const whole = yield* readWhole(bytes, plan);
  if (!whole.ok) return whole;
  const { usage, text, endedNaturally, unknownFinishReason = null } = whole;
  const [choice] = (JSON.parse(whole.body.toString()) as { readonly choices: readonly Readonly<Record<string, unknown>>[] })
    .choices;
  return { ok: true, answer: answerOf(choice ?? {}, { plan, request }), usage, text, endedNaturally, unknownFinishReason };
}

/** Serves clients of other chat protocols through upstreams with chat completions. */
export const chatUpstreamHalf: UpstreamHalf = {
  dialect,
  upstreamPath: chatRelay.upstreamPath,
  toUpstream,
  createStreamReader: readChatStream,
  readWhole: readAnswer,
  readRefusal,
  readQuirks: (status, bytes, plan) => readQuirks(status, bytes, plan) ?? readThinkingQuirk(status, bytes, plan),
};
