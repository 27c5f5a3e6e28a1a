import { routingFields } from '@tollgate/contract/routing-fields';
import { readServiceTier } from '@tollgate/contract/service-tiers';
import { tokenCountLimit } from '@tollgate/contract/usage';
import { KnownNames } from '../../json/known-names.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import type { ModelEndpoint, ModelRequest } from '../endpoint.ts';
import { checkMessages } from './check-messages.ts';
import { checkFields, type CheckedFields } from '../shared/check-fields.ts';
import { check, invalid, isAbsent, isFields, missing, refuseMistakable } from '../shared/checks.ts';
import { readModel } from '../shared/read-model.ts';
import { document } from './document.ts';
import { estimateChat } from './estimate.ts';

type Fields = Readonly<Record<string, unknown>>;

const toolsMax = 512;
const stopsMax = 16;
const biasesMax = 1_024;
const toolNameCharactersMax = 256;
/** They are rewritten for the upstream, as text. */
const streamOptionsBytesMax = 16 * 1024;

const count = check.integer(1, tokenCountLimit - 1);

/** Every field whose value is checked when it is set; all others pass as they are. */
const fields: CheckedFields = [
  ['stream', check.boolean],
  ['max_tokens', count],
  ['max_completion_tokens', count],
  ['n', check.integer(1, 128)],
  ['temperature', check.number(0, 2)],
  ['top_p', check.number(0, 1)],
  ['presence_penalty', check.number(-2, 2)],
  ['frequency_penalty', check.number(-2, 2)],
  ['logprobs', check.boolean],
  ['top_logprobs', check.integer(0, 20)],
  ['logit_bias', fitsBias],
  ['stop', fitsStop],
  ['tool_choice', check.stringOrObject],
  ['parallel_tool_calls', check.boolean],
  ['response_format', check.object],
  ['stream_options', check.object],
];

const requestNames = new KnownNames([
  ...['model', 'messages', 'input', 'tools', 'functions', 'service_tier'],
  ...fields.map(([name]) => name),
  ...routingFields,
]);
const streamOptionNames = new KnownNames(['include_usage']);
const formatNames = new KnownNames(['type', 'json_schema']);
const toolNames = new KnownNames(['type', 'function']);
const functionNames = new KnownNames(['name', 'parameters']);

/** Before anything is read, because what a member in another case stands for is missing here. */
function refuseMistakableNames(value: Fields): void {
  refuseMistakable(value, requestNames);
  const { stream_options: options, response_format: format } = value;
  if (isFields(options)) refuseMistakable(options, streamOptionNames, () => 'stream_options');
  if (isFields(format)) refuseMistakable(format, formatNames, () => 'response_format');
}

function fitsStop(value: unknown): string | null {
  const fits = typeof value === 'string' || (Array.isArray(value) && value.length <= stopsMax && value.every(isString));
  return fits ? null : `must be a string or a list of at most ${String(stopsMax)} strings`;
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function fitsBias(value: unknown): string | null {
  if (!isFields(value)) return 'must be an object of token ids and numbers';
  const biases = Object.values(value);
  if (biases.length > biasesMax) return `must hold at most ${String(biasesMax)} entries`;
  return biases.every((bias) => check.number(-100, 100)(bias) === null) ? null : 'must hold numbers from -100 to 100';
}

function checkTools(tools: unknown, param: 'tools' | 'functions'): void {
  if (isAbsent(tools)) return;
  if (!Array.isArray(tools)) throw invalid(param, 'must be a list');
  if (tools.length > toolsMax) throw invalid(param, `must hold at most ${String(toolsMax)} entries`);
  for (const [position, tool] of tools.entries()) {
    const path = `${param}[${String(position)}]`;
    if (!isFields(tool)) throw invalid(path, 'must be an object');
    refuseMistakable(tool, param === 'functions' ? functionNames : toolNames, () => path);
    if (param === 'functions') checkToolName(tool, path);
    else if (tool.type === 'function') checkFunctionTool(tool, path);
    else if (typeof tool.type !== 'string') throw missing(`${path}.type`, 'send the type of the tool, for example "function"');
  }
}

/** Its schema is passed on as data: never compiled, never evaluated, bounded by the depth and size of the body. */
function checkFunctionTool(tool: Fields, path: string): void {
  if (!isFields(tool.function)) throw missing(`${path}.function`, 'send an object with the `name` of the function');
  refuseMistakable(tool.function, functionNames, () => `${path}.function`);
  checkToolName(tool.function, `${path}.function`);
}

function checkToolName(named: Fields, path: string): void {
  const { name } = named;
  if (typeof name === 'string' && name !== '' && name.length <= toolNameCharactersMax) return;
  throw invalid(`${path}.name`, `must be a string of 1 to ${String(toolNameCharactersMax)} characters`);
}

function checkShape(value: Fields): void {
  if (!isAbsent(value.messages) || isAbsent(value.input)) return;
  throw invalid('input', 'belongs to the responses interface; this address is for chat completions, which take `messages`');
}

function includesUsage({ value, members }: ScannedBody, stream: boolean): boolean {
  const options = value.stream_options;
  if (!isFields(options)) return false;
  const span = members.get('stream_options');
  if (span !== undefined && span.valueEnd - span.valueStart > streamOptionsBytesMax)
    throw invalid('stream_options', `must not be longer than ${String(streamOptionsBytesMax)} bytes`);
  if (!stream) throw invalid('stream_options', 'may only be sent together with `stream: true`');
  const include = options.include_usage;
  if (!isAbsent(include) && typeof include !== 'boolean') throw invalid('stream_options.include_usage', 'must be true or false');
  return include === true;
}

/** The larger of the two bounds, for all choices together. */
function readOutputBound(value: Fields, choices: number): number | null {
  const bounds = [value.max_tokens, value.max_completion_tokens].filter((bound) => typeof bound === 'number');
  if (bounds.length === 0) return null;
  const total = Math.max(...bounds) * choices;
  if (total < tokenCountLimit) return total;
  throw invalid(isAbsent(value.max_completion_tokens) ? 'max_tokens' : 'max_completion_tokens', 'is too large for `n` answers');
}

function read(body: ScannedBody): ModelRequest {
  const { value } = body;
  refuseMistakableNames(value);
  const model = readModel(value);
  checkShape(value);
  checkMessages(value.messages);
  checkFields(value, fields);
  checkTools(value.tools, 'tools');
  checkTools(value.functions, 'functions');
  const stream = value.stream === true;
  const choices = typeof value.n === 'number' ? value.n : 1;
  const includeUsage = includesUsage(body, stream);
  const outputTokensMax = readOutputBound(value, choices);
  return { model, stream, includeUsage, outputTokensMax, choices, serviceTier: readServiceTier(value.service_tier) };
}

/** The gateway's main surface. */
export const chatCompletions: ModelEndpoint = {
  name: 'chat.completions',
  kind: 'chat',
  method: 'POST',
  path: '/chat/completions',
  dialect: 'chat-completions',
  document,
  read,
  estimate: estimateChat,
};
