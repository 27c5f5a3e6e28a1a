import { routingFields } from '@tollgate/contract/model-api/routing-fields';
import { KnownNames } from '../../json/known-names.ts';
import { zeroFields } from '../../json/leave-out-zeros.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import type { ModelEndpoint, ModelRequest } from '../endpoint.ts';
import { checkMessages } from './check-messages.ts';
import { checkFields, type CheckedFields } from '../shared/check-fields.ts';
import { check, invalid, isAbsent, isFields, missing, refuseMistakable } from '../shared/checks.ts';
import { generationFields, readGeneration, refuseMistakableOptions, tokenBound } from '../shared/generation.ts';
import { readModel } from '../shared/read-model.ts';
import { document } from './document.ts';
import { estimateChat } from './estimate.ts';
import { generationZeroFields } from '../shared/zero-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

const toolsMax = 512;
const toolNameCharactersMax = 256;

/** Fields whose value is checked if they are set; all others are passed on unchanged. */
const fields: CheckedFields = [
  ...generationFields,
  ['max_completion_tokens', tokenBound],
  ['logprobs', check.boolean],
  ['top_logprobs', check.integer(0, 20)],
  ['tool_choice', check.stringOrObject],
  ['parallel_tool_calls', check.boolean],
  ['response_format', check.object],
];

const zeroMeansUnset = zeroFields([
  ...generationZeroFields,
  ['response_format', 'text', 'object'],
  ['reasoning_effort', 'text'],
  ['verbosity', 'text'],
  ['top_logprobs', 'number'],
  ['tools', 'list'],
  ['tool_choice', 'text', 'object'],
  ['functions', 'list'],
  ['function_call', 'text', 'object'],
]);

const requestNames = new KnownNames([
  ...['model', 'messages', 'input', 'tools', 'functions', 'service_tier'],
  ...fields.map(([name]) => name),
  ...routingFields,
]);
const formatNames = new KnownNames(['type', 'json_schema']);
const toolNames = new KnownNames(['type', 'function']);
const functionNames = new KnownNames(['name', 'parameters']);

/** Runs before anything else, because a member spelled in another case would be treated as missing. */
function refuseMistakableNames(value: Fields): void {
  refuseMistakable(value, requestNames);
  refuseMistakableOptions(value);
  const { response_format: format } = value;
  if (isFields(format)) refuseMistakable(format, formatNames, () => 'response_format');
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

/** The tool's schema is passed on as data: it is never compiled or evaluated, and limited by the depth and size of the body. */
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
  throw invalid(
    'input',
    'belongs to the Responses API, `POST /v1/responses`; this address is for chat completions, which need `messages`',
  );
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
  return readGeneration(model, body);
}

/** The gateway's main operation. */
export const chatCompletions: ModelEndpoint = {
  name: 'chat.completions',
  kind: 'chat',
  method: 'POST',
  path: '/chat/completions',
  dialect: 'chat-completions',
  form: null,
  zeroMeansUnset,
  document,
  read,
  estimate: estimateChat,
};
