import type { SandboxStep } from '../sandbox-exchange.ts';
import { sandboxModel } from '../sandbox-model.ts';
import type { SandboxOperation } from '../sandbox-operation.ts';
import { wholeParts } from '../whole-parts.ts';
import { embedText } from './embed-text.ts';
import { readEmbeddingRequest, type EmbeddingRequest } from './embedding-request.ts';

const model = sandboxModel({
  name: 'sandbox/embed',
  kind: 'embedding',
  contextLength: 1_000_000,
  maxTokensIncludesReasoning: false,
  supportedParameters: ['dimensions', 'encoding_format', 'metadata'],
});

const nonsenseUsage = { prompt_tokens: -1, total_tokens: 'many' };
/** Characters read and numbers written per turn, which take about the same time. */
const workPerTurn = 32_768;

function usageOf({ knobs, inputTokens }: EmbeddingRequest): object {
  if (knobs.usage === 'none') return {};
  return { usage: knobs.usage === 'nonsense' ? nonsenseUsage : { prompt_tokens: inputTokens, total_tokens: inputTokens } };
}

function written(vector: readonly number[], form: EmbeddingRequest['form']): string {
  if (form === 'float') return JSON.stringify(vector);
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [position, value] of vector.entries()) bytes.writeFloatLE(value, position * 4);
  return `"${bytes.toString('base64')}"`;
}

function* wholeBody(request: EmbeddingRequest): Generator<SandboxStep, Buffer> {
  const { texts, dimensions, form } = request;
  const items: string[] = [];
  let work = 0;
  for (const [index, text] of texts.entries()) {
    const vector = yield* embedText(text, dimensions);
    items.push(`{"object":"embedding","index":${String(index)},"embedding":${written(vector, form)}}`);
    work += text.length + dimensions;
    if (work < workPerTurn) continue;
    yield { kind: 'turn' };
    work = 0;
  }
  const rest = JSON.stringify({ model: 'embedding', ...usageOf(request) }).slice(1);
  return Buffer.from(`{"object":"list","data":[${items.join(',')}],${rest}`);
}

/** Vectors that are close for texts with common words. */
export const embedding: SandboxOperation = {
  path: '/embeddings',
  dialect: 'embeddings',
  model,
  *answer(body) {
    const request = yield* readEmbeddingRequest(body);
    return { knobs: request.knobs, contentType: 'application/json', chunks: wholeParts(yield* wholeBody(request)) };
  },
};
