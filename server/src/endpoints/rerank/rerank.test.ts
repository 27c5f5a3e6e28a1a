import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '@tollgate/contract/errors';
import { scanned } from '../../../test/scanned.ts';
import type { Estimate } from '../endpoint.ts';
import { rerank } from './rerank.ts';

const good = { model: 'm', query: 'Where?', documents: ['here', { text: 'there' }] };

function estimate(body: object | string): Estimate {
  const read = scanned(body);
  const facts = { outputLimit: null, contextLength: null, outputBoundHolds: true, typicalOutputTokens: 1 };
  return rerank.estimate(rerank.read(read), read, facts);
}

/** Accepted: fields that clients of every vendor send in addition to the query and documents. */
const accepted: readonly object[] = [
  {},
  { top_n: null, return_documents: null },
  { top_n: 1, return_documents: true },
  { top_n: 2_000_000, stream: false },
  { rank_fields: ['text'], max_chunks_per_doc: 10, overlap_tokens: 80, instruction: 'Judge.', truncate_prompt_tokens: 9 },
  { documents: Array<string>(1_000).fill('x') },
  { documents: [{ text: 'x', title: 'y', text_id: 7 }] },
];

test('what clients of every vendor send is accepted', () => {
  for (const more of accepted)
    assert.deepEqual(rerank.read(scanned({ ...good, ...more })), {
      model: 'm',
      stream: false,
      includeUsage: false,
      outputTokensMax: null,
      choices: 1,
      serviceTier: null,
    });
});

/** Refused: the request, the named field, the fix. */
const refused: readonly (readonly [object, string, RegExp])[] = [
  [{ model: null }, 'model', /GET \/v1\/models/],
  [{ query: null }, 'query', /send the text/],
  [{ query: '' }, 'query', /must not be empty/],
  [{ query: ['Where?'] }, 'query', /must be a text/],
  [{ query: { text: 'Where?' } }, 'query', /must be a text/],
  [{ documents: null }, 'documents', /send a list/],
  [{ documents: 'here' }, 'documents', /must be a list/],
  [{ documents: { text: 'here' } }, 'documents', /must be a list/],
  [{ documents: [] }, 'documents', /at least one/],
  [{ documents: Array<string>(1_001).fill('x') }, 'documents', /at most 1000 documents: send several requests/],
  [{ documents: ['here', ''] }, 'documents[1]', /leave the document out/],
  [{ documents: ['here', null] }, 'documents[1]', /a text, or an object/],
  [{ documents: ['here', ['there']] }, 'documents[1]', /a text, or an object/],
  [{ documents: [7] }, 'documents[0]', /a text, or an object/],
  [{ documents: [{}] }, 'documents[0].text', /send the text/],
  [{ documents: [{ text: null }] }, 'documents[0].text', /send the text/],
  [{ documents: [{ text: '' }] }, 'documents[0].text', /leave the document out/],
  [{ documents: [{ text: 7 }] }, 'documents[0].text', /must be a text/],
  [{ documents: [{ Text: 'here' }] }, 'documents[0].Text', /write `text`/],
  [{ top_n: 0 }, 'top_n', /from 1/],
  [{ top_n: -1 }, 'top_n', /from 1/],
  [{ top_n: 1.5 }, 'top_n', /whole number/],
  [{ top_n: '3' }, 'top_n', /whole number/],
  [{ return_documents: 'yes' }, 'return_documents', /true or false/],
  [{ stream: true }, 'stream', /must be omitted/],
  [{ Top_N: 3 }, 'Top_N', /write `top_n`/],
  [{ Query: 'Where?' }, 'Query', /write `query`/],
  [{ DOCUMENTS: [] }, 'DOCUMENTS', /write `documents`/],
  [{ Api_Base: 'http://x' }, 'Api_Base', /write `api_base`/],
];

test('what cannot be ranked is refused, with the field and the remedy', () => {
  for (const [more, param, remedy] of refused) {
    assert.throws(
      () => rerank.read(scanned({ ...good, ...more })),
      (error) => {
        assert.ok(error instanceof ApiError);
        assert.deepEqual([error.status, error.param], [400, param], JSON.stringify(more).slice(0, 100));
        assert.match(error.message, remedy);
        return true;
      },
    );
  }
});

test('the query counts once for each document, wide characters and long texts as what they are', () => {
  // By the character rule: 8 narrow characters are 2 tokens, 4 wide ones are 3.
  assert.equal(estimate({ model: 'm', query: '8 narrow', documents: ['8 narrow'] }).input.inputTokens, 4);
  assert.equal(estimate({ model: 'm', query: '8 narrow', documents: ['8 narrow', { text: '企鹅企鹅' }] }).input.inputTokens, 9);
  const long = 'x'.repeat(40_000);
  assert.equal(estimate({ model: 'm', query: '8 narrow', documents: [long, { text: long }] }).input.inputTokens, 20_004);
  assert.equal(estimate({ model: 'm', query: long, documents: ['8 narrow', '8 narrow'] }).input.inputTokens, 20_004);
  const escaped = JSON.stringify({ model: 'm', query: '8 narrow', documents: [{ text: long }] }).replace(
    '"text"',
    '"\\u0074ext"',
  );
  assert.equal(estimate(escaped).input.inputTokens, 10_002);
});

test('what is set aside covers the question read with every document, and the worst case every byte of it', () => {
  const { expected, worst, input } = estimate({ ...good, query: '企鹅'.repeat(500), documents: Array<string>(100).fill('y') });
  assert.equal(expected.inputTokens, 100 * 2_000 + 50);
  assert.ok(expected.inputTokens > input.inputTokens && worst.inputTokens > expected.inputTokens);
  assert.ok(worst.inputTokens >= 100 * 3_000 + 100, 'three bytes for each Chinese character, once per document');
  assert.deepEqual([expected.outputTokens, worst.outputTokens, input.outputTokens], [0, 0, 0]);
});
