import { routingFields } from '@tollgate/contract/model-api/routing-fields';
import { readServiceTier } from '@tollgate/contract/model-api/service-tiers';
import { KnownNames } from '../../json/known-names.ts';
import { zeroFields } from '../../json/leave-out-zeros.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import type { ModelEndpoint, ModelRequest } from '../endpoint.ts';
import { checkFields, type CheckedFields } from '../shared/check-fields.ts';
import { check, invalid, isAbsent, isFields, missing, refuseMistakable } from '../shared/checks.ts';
import { tokenBound } from '../shared/generation.ts';
import { readModel } from '../shared/read-model.ts';
import { checkInput, needsStored } from './check-input.ts';
import { checkToolChoice, checkTools } from './check-tools.ts';
import { document } from './document.ts';
import { estimateResponses } from './estimate.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fields whose value is checked if they are set. */
const fields: CheckedFields = [
  ['instructions', check.string],
  ['max_output_tokens', tokenBound],
  ['stream', check.boolean],
  ['store', check.boolean],
  ['background', check.boolean],
  ['parallel_tool_calls', check.boolean],
  ['temperature', check.number(0, 2)],
  ['top_p', check.number(0, 1)],
  ['top_logprobs', check.integer(0, 20)],
  ['reasoning', check.object],
  ['text', check.object],
  ['metadata', check.object],
  ['client_metadata', check.object],
  ['prompt_cache_key', check.string],
  ['safety_identifier', check.string],
  ['user', check.string],
  ['service_tier', check.string],
  ['truncation', check.string],
];

/** Names that are read within a field. */
const namesWithin: readonly (readonly [field: string, names: KnownNames])[] = [
  ['reasoning', new KnownNames(['effort', 'summary', 'context'])],
  ['text', new KnownNames(['format', 'verbosity'])],
];
const formatNames = new KnownNames(['type', 'name', 'description', 'schema', 'strict']);
const names = new KnownNames([
  ...['model', 'input', 'tools', 'tool_choice', 'previous_response_id', 'conversation', 'prompt'],
  ...fields.map(([name]) => name),
  ...routingFields,
]);

/** @throws {ApiError} 400 for what needs stored answers. Without `store`, an answer is not stored either, and says so. */
function refuseStored(value: Fields): void {
  if (value.store === true) throw invalid('store', 'must be false or left out, because answers are not stored');
  if (value.background === true) throw invalid('background', 'must be false, because answers are not stored: use `stream`');
  for (const name of ['previous_response_id', 'conversation']) if (!isAbsent(value[name])) throw needsStored(name);
  if (!isAbsent(value.prompt))
    throw invalid('prompt', 'is not available, because prompts are not stored: send its text in `instructions` or `input`');
}

function checkText({ text }: Fields): void {
  const format = isFields(text) ? text.format : null;
  if (isAbsent(format)) return;
  if (!isFields(format)) throw invalid('text.format', 'must be an object');
  refuseMistakable(format, formatNames, () => 'text.format');
  if (format.type === 'json_schema' && !isFields(format.schema))
    throw missing('text.format.schema', 'send the JSON schema of the answer');
}

function refuseMistakableNames(value: Fields): void {
  refuseMistakable(value, names);
  for (const [field, within] of namesWithin) {
    const set = value[field];
    if (isFields(set)) refuseMistakable(set, within, () => field);
  }
}

function read({ value }: ScannedBody): ModelRequest {
  refuseMistakableNames(value);
  const model = readModel(value);
  if (isAbsent(value.input) && !isAbsent(value.messages))
    throw invalid('messages', 'belongs to chat completions; this address needs `input`');
  refuseStored(value);
  checkInput(value.input);
  checkFields(value, fields);
  checkTools(value.tools, 'tools');
  checkToolChoice(value.tool_choice);
  checkText(value);
  const { max_output_tokens: most } = value;
  return {
    model,
    stream: value.stream === true,
    includeUsage: true,
    outputTokensMax: typeof most === 'number' ? most : null,
    choices: 1,
    serviceTier: readServiceTier(value.service_tier),
  };
}

/** `POST /v1/responses`: chat in items, for coding agents among others. */
export const responses: ModelEndpoint = {
  name: 'responses',
  kind: 'chat',
  method: 'POST',
  path: '/responses',
  dialect: 'responses',
  form: null,
  zeroMeansUnset: zeroFields([]),
  document,
  read,
  estimate: estimateResponses,
};
