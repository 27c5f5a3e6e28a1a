import { readServiceTier } from '@tollgate/contract/model-api/service-tiers';
import { tokenCountLimit } from '@tollgate/contract/usage';
import { KnownNames } from '../../json/known-names.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import type { EstimateFacts, ModelRequest } from '../endpoint.ts';
import type { CheckedFields } from './check-fields.ts';
import { check, invalid, isAbsent, isFields, refuseMistakable } from './checks.ts';

type Fields = Readonly<Record<string, unknown>>;

const stopsMax = 16;
const biasesMax = 1_024;
/** Limited because they are rewritten for the upstream as text. */
const streamOptionsBytesMax = 16 * 1024;
/** Output if neither the client nor the model's record limits it. */
const worstOutputTokens = 131_072;

export const tokenBound = check.integer(1, tokenCountLimit - 1);

/** The checked fields that all text operations share. */
export const generationFields: CheckedFields = [
  ['stream', check.boolean],
  ['max_tokens', tokenBound],
  ['n', check.integer(1, 128)],
  ['temperature', check.number(0, 2)],
  ['top_p', check.number(0, 1)],
  ['presence_penalty', check.number(-2, 2)],
  ['frequency_penalty', check.number(-2, 2)],
  ['logit_bias', fitsBias],
  ['stop', fitsStop],
  ['stream_options', check.object],
];

const streamOptionNames = new KnownNames(['include_usage']);

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

/** @throws {ApiError} 400 for a member of `stream_options` that some upstreams would mistake for one of ours. */
export function refuseMistakableOptions({ stream_options: options }: Fields): void {
  if (isFields(options)) refuseMistakable(options, streamOptionNames, () => 'stream_options');
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

/** The larger of the two limits, for all choices together. */
function readOutputBound(value: Fields, choices: number): number | null {
  const bounds = [value.max_tokens, value.max_completion_tokens].filter((bound) => typeof bound === 'number');
  if (bounds.length === 0) return null;
  const total = Math.max(...bounds) * choices;
  if (total < tokenCountLimit) return total;
  throw invalid(isAbsent(value.max_completion_tokens) ? 'max_tokens' : 'max_completion_tokens', 'is too large for `n` answers');
}

/**
 * What the pipeline needs to know about a valid text request.
 * @throws {ApiError} 400
 */
export function readGeneration(model: string, body: ScannedBody, prompts = 1): ModelRequest {
  const { value } = body;
  const stream = value.stream === true;
  const choices = (typeof value.n === 'number' ? value.n : 1) * prompts;
  const includeUsage = includesUsage(body, stream);
  const outputTokensMax = readOutputBound(value, choices);
  return { model, stream, includeUsage, outputTokensMax, choices, serviceTier: readServiceTier(value.service_tier) };
}

/** Tokens of all answers together: the typical number, and the maximum. */
export function estimateOutput(
  { outputTokensMax, choices }: ModelRequest,
  facts: EstimateFacts,
): { readonly expected: number; readonly worst: number } {
  const boundPerChoice = outputTokensMax === null ? null : outputTokensMax / choices;
  const expected = Math.min(boundPerChoice ?? facts.typicalOutputTokens, facts.typicalOutputTokens);
  const longest = facts.outputLimit ?? facts.contextLength ?? worstOutputTokens;
  const worst = boundPerChoice === null || !facts.outputBoundHolds ? longest : boundPerChoice;
  return { expected: expected * choices, worst: worst * choices };
}
