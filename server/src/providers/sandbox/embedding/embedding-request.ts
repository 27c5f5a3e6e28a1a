import type { SandboxStep } from '../sandbox-exchange.ts';
import { readKnobs, SandboxRefusal, type SandboxKnobs } from '../sandbox-knobs.ts';
import type { SandboxBody } from '../sandbox-operation.ts';
import { quartersOf, tokensOf } from '../token-weight.ts';

/** The fields of an embeddings request that the sandbox uses. */
export interface EmbeddingRequest {
  /** Token IDs count as words. */
  readonly texts: readonly string[];
  readonly dimensions: number;
  readonly form: 'float' | 'base64';
  readonly inputTokens: number;
  readonly knobs: SandboxKnobs;
}

const dimensionsDefault = 256;
const dimensionsMax = 1_024;
/** Limit for all vectors of an answer. */
const numbersMax = 524_288;
const countedCharactersPerTurn = 262_144;

function readInputs(input: unknown): readonly (string | readonly unknown[])[] {
  const items: readonly unknown[] = Array.isArray(input) && typeof input[0] !== 'number' ? input : [input];
  if (items.length > 0 && items.every((item) => typeof item === 'string' || Array.isArray(item))) return items;
  throw new SandboxRefusal('input', 'must be a text, a list of texts, or lists of token ids');
}

function readDimensions(given: unknown, inputs: number): number {
  const dimensions = given ?? dimensionsDefault;
  if (typeof dimensions !== 'number' || !Number.isInteger(dimensions) || dimensions < 1 || dimensions > dimensionsMax)
    throw new SandboxRefusal('dimensions', `must be a whole number from 1 to ${String(dimensionsMax)}`);
  if (dimensions * inputs > numbersMax) throw new SandboxRefusal('dimensions', 'asks for more numbers than the sandbox writes');
  return dimensions;
}

function* countTokens(inputs: readonly (string | readonly unknown[])[]): Generator<SandboxStep, number> {
  let tokens = 0;
  let quarters = 0;
  let counted = 0;
  for (const input of inputs) {
    if (typeof input === 'string') quarters += quartersOf(input);
    else tokens += input.length;
    counted += input.length;
    if (counted < countedCharactersPerTurn) continue;
    yield { kind: 'turn' };
    counted = 0;
  }
  return tokens + tokensOf(quarters);
}

/**
 * Reads an embeddings request, in several turns if it is large.
 * @throws {SandboxRefusal} that names the field.
 */
export function* readEmbeddingRequest(body: SandboxBody): Generator<SandboxStep, EmbeddingRequest> {
  const inputs = readInputs(body.input);
  return {
    texts: inputs.map((input) => (typeof input === 'string' ? input : input.join(' '))),
    dimensions: readDimensions(body.dimensions, inputs.length),
    form: body.encoding_format === 'base64' ? 'base64' : 'float',
    inputTokens: yield* countTokens(inputs),
    knobs: readKnobs(body.metadata),
  };
}
