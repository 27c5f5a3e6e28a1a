/** Goal: no rate can be entered that is never charged. Method: compares the counts of every reader with the names that prices can have. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { modelKinds, type ModelKind } from '@tollgate/contract/enumerations';
import { isMeasured, measured } from '@tollgate/contract/calls/measured-quantities';
import { amountsOf, quantityNames } from '@tollgate/contract/quantities';
import type { Usage } from '@tollgate/contract/usage';
import { dialects } from '../../src/dialects/registry.ts';
import { readUsage as readChat } from '../../src/dialects/shared/usage/read-usage.ts';
import { readUsage as readEmbeddings } from '../../src/dialects/embeddings/read-usage.ts';
import { readUsage as readImages } from '../../src/dialects/images/read-usage.ts';
import type { ReportedUsage } from '../../src/dialects/dialect.ts';
import { modelEndpoints } from '../../src/endpoints/registry.ts';
import { usageCorpus } from '../corpus/usage.ts';
import { scanned } from '../scanned.ts';

/** Nothing counts these for any kind of model, so no price can have a rate for them. */
const refusedEverywhere = ['cache_write_24h', 'page', 'character'];

/** Names in a usage that can have a separate rate; families by their prefix. */
function namesOf({ reasoningTokens, more }: Usage): readonly string[] {
  const named = amountsOf(more ?? {}).map(([name]) => name.replace(/^(tool:|image@).*/, '$1'));
  return reasoningTokens > 0 ? [...named, 'reasoning'] : named;
}

const ofReport = (read: ReportedUsage): readonly string[] => (read.kind === 'valid' ? namesOf(read.usage) : []);

/** What an endpoint itself counts, based on the request. */
function pieces(kind: ModelKind, body: object): readonly string[] {
  const facts = { outputLimit: null, contextLength: null, outputBoundHolds: true, typicalOutputTokens: 4096 };
  return modelEndpoints
    .filter((endpoint) => endpoint.kind === kind && endpoint.name.endsWith('generations') === (kind !== 'rerank'))
    .flatMap((endpoint) => {
      const read = scanned({ model: 'm', ...body });
      const { more } = endpoint.estimate(endpoint.read(read), read, facts).expected;
      return amountsOf(more ?? {}).map(([name]) => name.replace(/^(image@).*/, '$1'));
    });
}

const imageUsage = {
  input_tokens: 50,
  output_tokens: 300,
  input_tokens_details: { cached_tokens: 10, image_tokens: 30 },
  output_tokens_details: { image_tokens: 272, reasoning_tokens: 28 },
};

/** All readers with their counts. */
const readers: readonly (readonly [reader: string, kind: ModelKind, names: readonly string[]])[] = [
  ['chat completions', 'chat', usageCorpus.flatMap(({ usage, quirks }) => ofReport(readChat(usage, quirks ?? {})))],
  ['embeddings', 'embedding', ofReport(readEmbeddings({ usage: { prompt_tokens: 9, total_tokens: 9 } }))],
  ['rankings', 'rerank', pieces('rerank', { query: 'q', documents: ['a'] })],
  ['tokens of images', 'image', ofReport(readImages(imageUsage))],
  ['images', 'image', pieces('image', { prompt: 'a dog' })],
  ['images of a size', 'image', pieces('image', { prompt: 'a dog', size: '512x512', quality: 'high' })],
  ['songs', 'music', pieces('music', { prompt: 'a song' })],
];

describe('what a price may have a rate for', () => {
  for (const kind of modelKinds) {
    test(`of models of the kind "${kind}" is just what their readers count`, () => {
      const counted = new Set(readers.flatMap(([, of, names]) => (of === kind ? names : [])));
      assert.deepEqual([...counted].sort(), [...measured[kind]].sort());
    });
  }

  test('every protocol is of a kind that has a reader', () => {
    const kinds = new Set(readers.map(([, kind]) => kind));
    for (const { name, kind } of dialects) assert.ok(kinds.has(kind), name);
  });

  test('every quantity has a reader, or no price may name it', () => {
    for (const name of [...quantityNames, 'tool:web_search', 'image@512x512', 'reasoning']) {
      const kinds = modelKinds.filter((kind) => isMeasured(name, kind));
      assert.equal(kinds.length === 0, refusedEverywhere.includes(name), name);
    }
  });
});
