import { readServiceTier } from '@tollgate/contract/model-api/service-tiers';
import { routingFields } from '@tollgate/contract/model-api/routing-fields';
import { KnownNames } from '../../json/known-names.ts';
import { zeroFields } from '../../json/leave-out-zeros.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import type { ModelEndpoint, ModelRequest } from '../endpoint.ts';
import { checkFields, type CheckedFields } from '../shared/check-fields.ts';
import { check, invalid, isAbsent, isFields, missing, refuseMistakable } from '../shared/checks.ts';
import { tokenBound } from '../shared/generation.ts';
import { readModel } from '../shared/read-model.ts';
import { checkMessages, checkSystem } from './check-messages.ts';
import { document } from './document.ts';
import { estimateMessages } from './estimate.ts';

type Fields = Readonly<Record<string, unknown>>;

const stopsMax = 16;
const toolsMax = 512;
const toolNameCharactersMax = 256;
const toolChoices: ReadonlySet<unknown> = new Set(['auto', 'any', 'tool', 'none']);

function fitsStops(value: unknown): string | null {
  const fits = Array.isArray(value) && value.length <= stopsMax && value.every((stop) => typeof stop === 'string');
  return fits ? null : `must be a list of at most ${String(stopsMax)} strings`;
}

/** Fields whose value is checked if they are set. */
const fields: CheckedFields = [
  ['max_tokens', tokenBound],
  ['stream', check.boolean],
  ['stop_sequences', fitsStops],
  ['temperature', check.number(0, 2)],
  ['top_p', check.number(0, 1)],
  ['top_k', check.integer(0, 1_000_000)],
  ['tool_choice', check.object],
  ['thinking', check.object],
  ['output_config', check.object],
  ['metadata', check.object],
];

const names = new KnownNames([
  ...['model', 'messages', 'system', 'tools', 'speed', 'service_tier', 'container', 'context_management', 'mcp_servers'],
  ...fields.map(([name]) => name),
  ...routingFields,
]);
/** Names that are read within a field. */
const namesWithin: readonly (readonly [field: string, names: KnownNames])[] = [
  ['tool_choice', new KnownNames(['type', 'name', 'disable_parallel_tool_use'])],
  ['thinking', new KnownNames(['type', 'budget_tokens', 'display'])],
  ['output_config', new KnownNames(['effort', 'format'])],
  ['metadata', new KnownNames(['user_id'])],
];
const toolNames = new KnownNames([
  ...['type', 'name', 'description', 'input_schema', 'strict', 'defer_loading', 'cache_control'],
]);

function checkTools(tools: unknown): void {
  if (isAbsent(tools)) return;
  if (!Array.isArray(tools)) throw invalid('tools', 'must be a list');
  if (tools.length > toolsMax) throw invalid('tools', `must hold at most ${String(toolsMax)} entries`);
  for (const [position, tool] of tools.entries()) {
    const path = `tools[${String(position)}]`;
    if (!isFields(tool)) throw invalid(path, 'must be an object');
    refuseMistakable(tool, toolNames, () => path);
    const { name } = tool;
    if (typeof name !== 'string' || name === '' || name.length > toolNameCharactersMax)
      throw invalid(`${path}.name`, `must be a string of 1 to ${String(toolNameCharactersMax)} characters`);
    if (!isAbsent(tool.input_schema) && !isFields(tool.input_schema)) throw invalid(`${path}.input_schema`, 'must be an object');
  }
}

function checkToolChoice({ tool_choice: choice }: Fields): void {
  if (!isFields(choice)) return;
  if (!toolChoices.has(choice.type)) throw invalid('tool_choice.type', 'must be `auto`, `any`, `tool` or `none`');
  if (choice.type === 'tool' && typeof choice.name !== 'string')
    throw missing('tool_choice.name', 'send the name of the tool to call');
}

function refuseMistakableNames(value: Fields): void {
  refuseMistakable(value, names);
  for (const [field, within] of namesWithin) {
    const set = value[field];
    if (isFields(set)) refuseMistakable(set, within, () => field);
  }
}

/** The faster and dearer mode has a separate field in this protocol. */
function tierOf({ speed, service_tier: tier }: Fields): ModelRequest['serviceTier'] {
  return speed === 'fast' ? 'fast' : readServiceTier(tier);
}

function read({ value }: ScannedBody): ModelRequest {
  refuseMistakableNames(value);
  const model = readModel(value);
  checkMessages(value.messages);
  checkSystem(value.system);
  if (isAbsent(value.max_tokens)) throw missing('max_tokens', 'send the maximum number of output tokens');
  checkFields(value, fields);
  checkTools(value.tools);
  checkToolChoice(value);
  const outputTokensMax = value.max_tokens as number;
  return { model, stream: value.stream === true, includeUsage: true, outputTokensMax, choices: 1, serviceTier: tierOf(value) };
}

/** `POST /v1/messages`: chat in content blocks, for coding agents among others. */
export const messages: ModelEndpoint = {
  name: 'messages',
  kind: 'chat',
  method: 'POST',
  path: '/messages',
  dialect: 'messages',
  form: null,
  zeroMeansUnset: zeroFields([]),
  document,
  read,
  estimate: estimateMessages,
};
