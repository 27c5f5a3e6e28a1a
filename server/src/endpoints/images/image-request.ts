import { imageQualities } from '@tollgate/contract/model-api/images';
import { routingFields } from '@tollgate/contract/model-api/routing-fields';
import { KnownNames } from '../../json/known-names.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import type { ModelRequest } from '../endpoint.ts';
import { checkFields, type CheckedFields } from '../shared/check-fields.ts';
import { check, invalid, isAbsent, missing, refuseMistakable } from '../shared/checks.ts';
import { readModel } from '../shared/read-model.ts';
import { fitsSize } from './image-size.ts';

const promptCharactersMax = 32_000;

function oneOf(...words: readonly string[]): (value: unknown) => string | null {
  const list = words.map((word) => `"${word}"`).join(', ');
  return (value) => (words.some((word) => word === value) ? null : `must be one of ${list}`);
}

/** Fields of every image request; all others are passed on unchanged. */
const fields: CheckedFields = [
  ['n', check.integer(1, 10)],
  ['size', fitsSize],
  ['quality', oneOf(...imageQualities)],
  ['style', check.string],
  ['background', check.string],
  ['moderation', check.string],
  ['input_fidelity', check.string],
  ['output_format', check.string],
  ['output_compression', check.integer(0, 100)],
  ['response_format', oneOf('url', 'b64_json')],
  ['user', check.string],
  ['partial_images', check.integer(0, 3)],
  ['stream', check.boolean],
];

const requestNames = new KnownNames(['model', 'prompt', 'image', 'mask', ...fields.map(([name]) => name), ...routingFields]);

/** `value` contains only the beginning of a long prompt. */
function charactersOf(prompt: string, { members, longStrings }: ScannedBody): number {
  const place = members.get('prompt')?.nameStart;
  const long = longStrings.find(({ path }) => path.length === 1 && path[0] === place);
  return long === undefined ? prompt.length : long.wide + long.narrow;
}

function checkPrompt(body: ScannedBody): void {
  const { prompt } = body.value;
  if (isAbsent(prompt)) throw missing('prompt', 'send a text that describes the image');
  if (typeof prompt !== 'string' || prompt === '') throw invalid('prompt', 'must be a text that describes the image');
  if (charactersOf(prompt, body) > promptCharactersMax)
    throw invalid('prompt', `must not be longer than ${String(promptCharactersMax)} characters`);
}

/**
 * Checks and reads the fields that all image requests share.
 * @throws {ApiError} 400 that names the field.
 */
export function readImageRequest(body: ScannedBody): ModelRequest {
  const { value } = body;
  refuseMistakable(value, requestNames);
  const model = readModel(value);
  checkPrompt(body);
  checkFields(value, fields);
  const choices = typeof value.n === 'number' ? value.n : 1;
  const stream = value.stream === true;
  // No protocol defines which event belongs to which image, or whether each event reports the usage of all images.
  if (stream && choices > 1) throw invalid('n', 'must be 1 with `stream`: omit one of them');
  return { model, stream, includeUsage: false, outputTokensMax: null, choices, serviceTier: null };
}
