import type { SandboxStep } from '../sandbox-exchange.ts';
import { isRecord, readKnobs, SandboxRefusal, type SandboxKnobs } from '../sandbox-knobs.ts';
import { sandboxModel } from '../sandbox-model.ts';
import type { SandboxBody, SandboxOperation } from '../sandbox-operation.ts';
import { quartersOf, tokensOf } from '../token-weight.ts';
import { wholeParts } from '../whole-parts.ts';
import { bm25 } from './bm25.ts';

const model = sandboxModel({
  name: 'sandbox/rerank',
  kind: 'rerank',
  contextLength: 1_000_000,
  supportedParameters: ['metadata', 'return_documents', 'top_n'],
});

function readDocuments({ documents }: SandboxBody): readonly string[] {
  if (!Array.isArray(documents) || documents.length === 0)
    throw new SandboxRefusal('documents', 'must be a list with at least one document');
  return documents.map((document) => {
    const text: unknown = isRecord(document) ? document.text : document;
    return typeof text === 'string' ? text : '';
  });
}

/** Counts the query once per document, plus all documents, by the character rule. */
function* countTokens(query: string, documents: readonly string[]): Generator<SandboxStep, number> {
  let quarters = quartersOf(query) * documents.length;
  for (const document of documents) quarters += quartersOf(document);
  yield { kind: 'turn' };
  return tokensOf(quarters);
}

function usageOf({ usage }: SandboxKnobs, tokens: number): object {
  if (usage === 'none') return {};
  return {
    usage: usage === 'right' ? { prompt_tokens: tokens, total_tokens: tokens } : { prompt_tokens: -1, total_tokens: 1e18 },
  };
}

/** Ranks by the words that query and documents share. */
export const rerank: SandboxOperation = {
  path: '/rerank',
  dialect: 'rerank-jina',
  model,
  *answer(body, { id }) {
    const knobs = readKnobs(body.metadata);
    const query = typeof body.query === 'string' ? body.query : '';
    const documents = readDocuments(body);
    const scores = yield* bm25(query, documents);
    const tokens = yield* countTokens(query, documents);
    const ranked = scores
      .map((score, index) => ({ index, relevance_score: score }))
      .sort((one, other) => other.relevance_score - one.relevance_score)
      .slice(0, typeof body.top_n === 'number' ? body.top_n : documents.length);
    const answer = { id: `rerank-${id}`, model: 'rerank', results: ranked, ...usageOf(knobs, tokens) };
    return { knobs, contentType: 'application/json', chunks: wholeParts(Buffer.from(JSON.stringify(answer))) };
  },
};
