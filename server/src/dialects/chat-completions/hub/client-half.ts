import { readServiceTier } from '@tollgate/contract/model-api/service-tiers';
import { jsonBytes, jsonObject } from '../../../json/compose.ts';
import type { ScannedBody } from '../../../json/scanned-body.ts';
import {
  fieldsIn,
  itemsIn,
  plainText,
  readSpanned,
  textIn,
  wordIn,
  type SpannedObject,
  type SpannedValue,
} from '../../../json/spanned.ts';
import { noting, type Feature, type Note } from '../../shared/hub/features.ts';
import type { ClientHalf } from '../../shared/hub/halves.ts';
import type { HubOutput, HubReasoning, HubRequest, SamplingName } from '../../shared/hub/hub-request.ts';
import { readOutputLimit } from '../../shared/hub/output-limit.ts';
import { readFormat } from '../../shared/hub/output-format.ts';
import { noteFields } from '../../shared/hub/request-fields.ts';
import { momentOf } from '../../shared/moment-of.ts';
import { answerMessage } from './answer-message.ts';
import { chatUsage } from './chat-usage.ts';
import { callsFunctions, ChatWriter, reasonOf } from './chat-writer.ts';
import { readToolChoice, readTools } from './read-client-tools.ts';
import { readTurns } from './read-turns.ts';
import { chatFields } from './request-fields.ts';
import { madeIdOf } from '../right-names.ts';

const opaqueNames: ReadonlySet<string> = new Set(['arguments', 'parameters', 'schema']);
const isOpaque = (name: string, depth: number): boolean => depth > 1 && opaqueNames.has(name);

/** The request without the members that the endpoint treats as unset. */
function setMembers({ bytes, value }: ScannedBody): SpannedObject {
  const body = readSpanned(bytes, isOpaque);
  return Object.fromEntries(Object.entries(body).filter(([name, member]) => member !== null && value[name] !== undefined));
}

function readOutput({ response_format: format }: SpannedObject, note: Note): HubOutput {
  const fields = fieldsIn(format);
  const asked = fieldsIn(fields?.json_schema);
  noteFields(fields, chatFields.format, 'response_format', note);
  noteFields(asked, chatFields.schema, 'response_format.json_schema', note);
  return readFormat(fields?.type, asked, { note, param: 'response_format' });
}

/** Whether the client turns thinking on or off in a vendor's own words; `null` if it does neither. */
function readSwitch(body: SpannedObject): boolean | null {
  const type = fieldsIn(body.thinking)?.type;
  if (type === 'disabled') return false;
  if (type !== undefined) return true;
  const said = body.enable_thinking ?? fieldsIn(body.reasoning)?.enabled;
  return typeof said === 'boolean' ? said : null;
}

function readReasoning(body: SpannedObject, note: Note): HubReasoning | null {
  const asked = fieldsIn(body.reasoning) ?? {};
  noteFields(asked, chatFields.reasoning, 'reasoning', note);
  noteFields(fieldsIn(body.thinking), chatFields.thinking, 'thinking', note);
  const effort = wordIn(body.reasoning_effort) ?? wordIn(asked.effort);
  const budgets = [fieldsIn(body.thinking)?.budget_tokens, body.thinking_budget, asked.max_tokens];
  const budgetTokens = budgets.find((budget) => typeof budget === 'number') ?? null;
  const isOn = readSwitch(body);
  if (isOn === false) return { effort: 'none', budgetTokens: null, isAdaptive: false };
  if (effort === null && budgetTokens === null && isOn === null) return null;
  return { effort, budgetTokens, isAdaptive: isOn === true && effort === null && budgetTokens === null };
}

const samplingNames: readonly (readonly [name: SamplingName, feature: Feature])[] = [
  ['temperature', 'temperature'],
  ['top_p', 'top_p'],
  ['top_k', 'top_k'],
  ['presence_penalty', 'penalties'],
  ['frequency_penalty', 'penalties'],
  ['seed', 'seed'],
];

function readSampling(body: SpannedObject, note: Note): HubRequest['sampling'] {
  const set = samplingNames.flatMap(([name, feature]) => {
    const value = body[name];
    // Clients send penalties of 0, which change nothing.
    if (typeof value !== 'number' || (feature === 'penalties' && value === 0)) return [];
    note(feature, name);
    return [[name, value] as const];
  });
  return Object.fromEntries(set);
}

function readStop({ stop }: SpannedObject, note: Note): string[] {
  const listed = textIn(stop) === null ? itemsIn(stop) : [stop as SpannedValue];
  const texts = listed.flatMap((item) => {
    const text = textIn(item);
    return text === null || text === '' ? [] : [plainText(text)];
  });
  if (texts.length > 0) note('stop', 'stop');
  return texts;
}

function isAbove(value: SpannedValue | undefined, most: number): boolean {
  return typeof value === 'number' && value > most;
}

/** Members that only this protocol has, and whether a value has an effect. */
const ownFields: readonly (readonly [field: string, feature: Feature, isUsed: (value: SpannedValue | undefined) => boolean])[] = [
  ['n', 'many_choices', (value) => isAbove(value, 1)],
  ['logprobs', 'logprobs', (value) => value === true || isAbove(value, 0)],
  ['top_logprobs', 'logprobs', (value) => isAbove(value, 0)],
  ['store', 'stored_answers', (value) => value === true],
  ['logit_bias', 'logit_bias', (value) => Object.keys(fieldsIn(value) ?? {}).length > 0],
  ['modalities', 'output_audio', (value) => itemsIn(value).includes('audio')],
  ['prediction', 'prediction', (value) => fieldsIn(value) !== null],
  ['metadata', 'metadata', (value) => fieldsIn(value) !== null],
  ['verbosity', 'verbosity', (value) => wordIn(value) !== null],
];

const fromClient: ClientHalf['fromClient'] = (scanned) => {
  const body = setMembers(scanned);
  const { features, note } = noting();
  noteFields(body, chatFields.request, '', note);
  for (const [field, feature, isUsed] of ownFields) if (isUsed(body[field])) note(feature, field);
  const tools = readTools(body, note);
  const isOlder = callsFunctions({ body: scanned });
  return {
    ...readTurns(body.messages, note),
    tools,
    toolChoice: readToolChoice(body, tools, note),
    // An answer in the older form has room for one call.
    parallelTools: isOlder || body.parallel_tool_calls === false ? false : body.parallel_tool_calls === true ? true : null,
    output: readOutput(body, note),
    reasoning: readReasoning(body, note),
    sampling: readSampling(body, note),
    stop: readStop(body, note),
    outputTokensMax: readOutputLimit(body, ['max_tokens', 'max_completion_tokens'], note),
    verbosity: wordIn(body.verbosity),
    serviceTier: readServiceTier(body.service_tier),
    cacheKey: wordIn(body.prompt_cache_key),
    user: wordIn(body.user) ?? wordIn(body.safety_identifier),
    metadata: fieldsIn(body.metadata),
    features,
  };
};

/** Serves chat clients at upstreams of other protocols. */
export const chatClientHalf: ClientHalf = {
  fromClient,
  createStreamWriter: (plan) => new ChatWriter(plan),
  whole: (answer, usage, plan) => {
    const isOlder = callsFunctions(plan);
    const choice = jsonObject([
      ['index', '0'],
      ['message', answerMessage(answer, isOlder)],
      ['logprobs', 'null'],
      ['finish_reason', JSON.stringify(reasonOf(answer.finish, isOlder))],
    ]);
    return jsonBytes(
      jsonObject([
        ['id', JSON.stringify(madeIdOf(plan))],
        ['object', '"chat.completion"'],
        ['created', String(momentOf(plan))],
        ['model', JSON.stringify(plan.model)],
        ['choices', ['[', choice, ']']],
        ['usage', JSON.stringify(chatUsage(usage))],
      ]),
    );
  },
};
