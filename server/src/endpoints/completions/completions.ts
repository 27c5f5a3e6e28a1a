import { routingFields } from '@tollgate/contract/routing-fields';
import { KnownNames } from '../../json/known-names.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import type { ModelEndpoint, ModelRequest } from '../endpoint.ts';
import { checkFields } from '../shared/check-fields.ts';
import { invalid, isAbsent, missing, refuseMistakable } from '../shared/checks.ts';
import { generationFields, readGeneration, refuseMistakableOptions } from '../shared/generation.ts';
import { readModel } from '../shared/read-model.ts';
import { document } from './document.ts';
import { estimateCompletion } from './estimate.ts';
import { generationZeros } from '../shared/zero-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What chat models cannot do, each with the value that asks for nothing. */
const notOffered: readonly (readonly [name: string, asksNothing: unknown])[] = [
  ['best_of', 1],
  ['echo', false],
  ['logprobs', null],
  ['suffix', ''],
];

const names = new KnownNames([
  ...['model', 'prompt'],
  ...generationFields.map(([name]) => name),
  ...notOffered.map(([name]) => name),
  ...routingFields,
]);

function checkPrompt({ prompt }: Fields): void {
  if (isAbsent(prompt)) throw missing('prompt', 'send the text to go on with');
  const only = Array.isArray(prompt) && prompt.length === 1 ? (prompt[0] as unknown) : prompt;
  if (Array.isArray(prompt) && prompt.length > 1 && prompt.every((part) => typeof part === 'string'))
    throw invalid('prompt', 'must be one text: several prompts need a request each');
  if (typeof only !== 'string')
    throw invalid('prompt', 'must be text; tokens are not taken, because models count them differently');
  if (only === '') throw invalid('prompt', 'must not be empty');
}

function read(body: ScannedBody): ModelRequest {
  const { value } = body;
  refuseMistakable(value, names);
  refuseMistakableOptions(value);
  const model = readModel(value);
  checkPrompt(value);
  checkFields(value, generationFields);
  for (const [name, asksNothing] of notOffered) {
    if (!isAbsent(value[name]) && value[name] !== asksNothing)
      throw invalid(name, 'is not offered here, because chat models answer; leave it out or use /v1/chat/completions');
  }
  return readGeneration(model, body);
}

/** `POST /v1/completions`, for clients from before chat: the prompt is the one message of a chat, its answer the text. */
export const completions: ModelEndpoint = {
  name: 'completions',
  kind: 'chat',
  method: 'POST',
  path: '/completions',
  dialect: 'completions',
  form: null,
  zeroMeansUnset: generationZeros,
  document,
  read,
  estimate: estimateCompletion,
};
