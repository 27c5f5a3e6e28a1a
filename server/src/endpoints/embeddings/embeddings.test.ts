import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '@tollgate/contract/errors';
import { embeddingsRequest } from '@tollgate/contract/model-api/embeddings';
import fc from 'fast-check';
import { count } from '../../../test/proofs/counts.ts';
import { testSeed } from '../../../test/proofs/seed.ts';
import { scanned } from '../../../test/scanned.ts';
import { typicalPerCharacter } from '../shared/estimated-usage.ts';
import { embeddings } from './embeddings.ts';

const seeded = { seed: testSeed, numRuns: count('runs'), verbose: fc.VerbosityLevel.Verbose };

function refusalOf(body: object | string): ApiError | null {
  try {
    embeddings.read(scanned(body));
    return null;
  } catch (error) {
    assert.ok(error instanceof ApiError);
    return error;
  }
}

const ask = { model: 'm', input: 'a' };

const bad: readonly (readonly [body: object, param: string, words: RegExp])[] = [
  [{ model: 'm' }, 'input', /send a text/],
  [{ model: 'm', input: null }, 'input', /send a text/],
  [{ input: 'a' }, 'model', /GET \/v1\/models/],
  [{ ...ask, input: '' }, 'input', /must not be empty/],
  [{ ...ask, input: [] }, 'input', /at least one/],
  [{ ...ask, input: {} }, 'input', /must be a text/],
  [{ ...ask, input: 7 }, 'input', /must be a text/],
  [{ ...ask, input: [null] }, 'input[0]', /text or a list of token ids/],
  [{ ...ask, input: [{ text: 'a' }] }, 'input[0]', /text or a list of token ids/],
  [{ ...ask, input: [''] }, 'input[0]', /leave it out/],
  [{ ...ask, input: ['a', ''] }, 'input[1]', /leave it out/],
  [{ ...ask, input: ['a', 7] }, 'input[1]', /text like the first/],
  [{ ...ask, input: [[1], 'a'] }, 'input[1]', /list of token ids like the first/],
  [{ ...ask, input: [[]] }, 'input[0]', /leave it out/],
  [{ ...ask, input: [[[1]]] }, 'input[0][0]', /token id/],
  [{ ...ask, input: [-1] }, 'input[0]', /token id/],
  [{ ...ask, input: [1, 2.5] }, 'input[1]', /token id/],
  [{ ...ask, input: [1, 'a'] }, 'input[1]', /token id/],
  [{ ...ask, input: [[1], [2, 2 ** 31]] }, 'input[1][1]', /from 0 to 2147483647/],
  [{ ...ask, input: Array<string>(2_049).fill('a') }, 'input', /at most 2048/],
  [{ ...ask, input: Array<number[]>(2_049).fill([1]) }, 'input', /at most 2048/],
  [{ ...ask, dimensions: 0 }, 'dimensions', /from 1 to 32768/],
  [{ ...ask, dimensions: 1.5 }, 'dimensions', /whole number/],
  [{ ...ask, dimensions: '256' }, 'dimensions', /whole number/],
  [{ ...ask, encoding_format: 'md5' }, 'encoding_format', /"float" or "base64"/],
  [{ ...ask, encoding_format: ['base64'] }, 'encoding_format', /"float" or "base64"/],
  [{ ...ask, user: 7 }, 'user', /string/],
  [{ ...ask, stream: true }, 'stream', /not streamed/],
  [{ ...ask, Dimensions: 7 }, 'Dimensions', /write `dimensions`/],
  [{ ...ask, ENCODING_FORMAT: 'base64' }, 'ENCODING_FORMAT', /write `encoding_format`/],
  [{ ...ask, Input: 'b' }, 'Input', /write `input`/],
  [{ ...ask, ſtream: true }, 'ſtream', /write `stream`/],
];

test('row 46: every bad input is refused with 400, naming the field and what to do', () => {
  for (const [body, param, words] of bad) {
    const told = JSON.stringify(body).slice(0, 100);
    const refusal = refusalOf(body);
    assert.ok(refusal, told);
    assert.deepEqual([refusal.status, refusal.param], [400, param], told);
    assert.match(refusal.message, words, told);
  }
});

test('what fits is read, null is absent, and other fields pass', () => {
  const inputs = ['a', ['a', 'b'], [0, 1], [[0], [1, 2]], Array<string>(2_048).fill('a'), Array<number>(10_000).fill(7)];
  for (const input of inputs) assert.equal(refusalOf({ ...ask, input }), null);
  assert.equal(refusalOf({ ...ask, dimensions: null, encoding_format: null, user: null, stream: null }), null);
  assert.equal(refusalOf({ ...ask, stream: false, input_type: 'query', truncate: 'END', output_dtype: 'int8' }), null);
  assert.ok(embeddingsRequest.safeParse({ ...ask, input: [[0], [1]], dimensions: 256 }).success);
});

const facts = { outputLimit: null, contextLength: null, outputBoundHolds: true, typicalOutputTokens: 4096 };

function estimated(body: object) {
  const read = scanned(body);
  return embeddings.estimate(embeddings.read(read), read, facts);
}

test('texts count by the character rule however long they are, token ids exactly, and nothing counts as output', () => {
  const character = fc.constantFrom('a', ' ', '中', '"', 'é', '😀');
  const word = fc.string({ unit: character, minLength: 1, maxLength: 30 });
  const text = fc.oneof(
    word,
    word.map((part) => part.repeat(400)),
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (texts) => {
      const input = texts.length === 1 ? (texts[0] ?? '') : texts;
      const { expected, worst, input: typical } = estimated({ x: ['中'.repeat(2_000)], model: 'm', input, user: 'u' });
      const characters = Array.from(texts.join(''));
      const wide = characters.filter((one) => one === '中').length;
      const narrow = characters.length - wide;
      assert.equal(typical.inputTokens, Math.ceil(wide * typicalPerCharacter.wide + narrow * typicalPerCharacter.narrow));
      assert.equal(expected.inputTokens, Math.ceil(wide * 2 + narrow / 2));
      assert.ok(worst.inputTokens >= Math.max(expected.inputTokens, Buffer.byteLength(texts.join(''))));
      assert.deepEqual([expected.outputTokens, worst.outputTokens, typical.outputTokens], [0, 0, 0]);
    }),
    seeded,
  );
  for (const input of [Array<number>(700).fill(123_456), [Array<number>(300).fill(1), Array<number>(400).fill(2)]]) {
    const { expected, worst, input: typical } = estimated({ ...ask, input });
    assert.deepEqual([expected.inputTokens, typical.inputTokens], [700, 700]);
    assert.ok(worst.inputTokens >= 700);
  }
});
