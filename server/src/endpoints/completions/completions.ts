import { routingFields } from '@tollgate/contract/model-api/routing-fields';
import { KnownNames } from '../../json/known-names.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import type { ModelEndpoint, ModelRequest } from '../endpoint.ts';
import { checkFields } from '../shared/check-fields.ts';
import { invalid, isAbsent, refuseMistakable } from '../shared/checks.ts';
import { generationFields, readGeneration, refuseMistakableOptions } from '../shared/generation.ts';
import { readModel } from '../shared/read-model.ts';
import { checkPrompts, checkTogether } from './check-prompts.ts';
import { document } from './document.ts';
import { estimateCompletion } from './estimate.ts';
import { generationZeros } from '../shared/zero-fields.ts';

/** Options that chat models do not support, each with the value that requests nothing. */
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

function read(body: ScannedBody): ModelRequest {
  const { value } = body;
  refuseMistakable(value, names);
  refuseMistakableOptions(value);
  const model = readModel(value);
  const prompts = checkPrompts(body);
  checkFields(value, generationFields);
  if (prompts > 1) checkTogether(body, prompts);
  for (const [name, asksNothing] of notOffered) {
    if (!isAbsent(value[name]) && value[name] !== asksNothing)
      throw invalid(name, 'is not offered here, because chat models answer; leave it out or use /v1/chat/completions');
  }
  const request = readGeneration(model, body, prompts);
  return prompts === 1 ? request : { ...request, prompts };
}

/** `POST /v1/completions`, for clients from before chat. Each prompt becomes the only message of a chat, whose answer is the text. */
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
