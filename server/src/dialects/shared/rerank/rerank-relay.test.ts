/** Goal: a rerank upstream of any protocol gets the request in its protocol, and the client always gets the same answer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertLinear } from '../../../../test/cost-growth.ts';
import { count } from '../../../../test/proofs/counts.ts';
import { testSeed } from '../../../../test/proofs/seed.ts';
import { attemptPlan } from '../../../../test/corpus/attempt-plan.ts';
import { scanned } from '../../../../test/scanned.ts';
import type { AttemptPlan, Relay, WholeAnswer } from '../../dialect.ts';
import type { UpstreamRefusal } from '../../upstream-refusal.ts';
import { dialects } from '../../registry.ts';

const penguin = 'Penguins live in "Antarctica".\n企鹅';
const bread = 'Bread is baked.';
const asked = { model: 'm', query: 'Where do penguins live?', documents: [bread, penguin, 'Ice'] };

function planFor(body: object | string = asked): AttemptPlan {
  return {
    ...attemptPlan,
    stream: false,
    includeUsage: false,
    callId: 'c1',
    body: scanned(body),
    inputTokens: 21,
  };
}

function relayOf(name: string): Relay {
  return dialects.find((dialect) => dialect.name === name)?.serves.get('rerank') ?? assert.fail(name);
}

function read(relay: Relay, bytes: Buffer, plan: AttemptPlan): WholeAnswer {
  const reading = relay.readWhole(bytes, plan);
  for (;;) {
    const { done, value } = reading.next();
    if (done === true) return value;
  }
}

function answerTo(name: string, answer: unknown, body: object = asked): WholeAnswer {
  return read(relayOf(name), Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer)), planFor(body));
}

interface Unified {
  readonly results: readonly { readonly index: number; readonly relevance_score: number; readonly document?: object }[];
  readonly usage: object;
  readonly meta: object;
}

function unified(whole: WholeAnswer): Unified {
  assert.ok(whole.ok, whole.ok ? '' : whole.fault);
  return JSON.parse(whole.body.toString()) as Unified;
}

const ranked = [
  { index: 1, relevance_score: 0.9 },
  { index: 0, relevance_score: 0.2 },
  { index: 2, relevance_score: 0.1 },
];
const withText = ranked.map((result) => ({ ...result, document: { text: 'not what was sent' } }));
const withWords = ranked.map((result) => ({ ...result, document: 'not what was sent' }));

/** Answers of vendors: name, dialect, answer, reported tokens (`null` for none), search units. */
const vendors: readonly (readonly [string, string, object, number | null, number?])[] = [
  ['Jina', 'rerank-jina', { model: 'x', usage: { total_tokens: 30 }, results: withText }, 30],
  ['SiliconFlow', 'rerank-jina', { id: 'i', results: ranked, tokens: { input_tokens: 31, output_tokens: 0 } }, 31],
  [
    'SiliconFlow with meta',
    'rerank-jina',
    { id: 'i', results: ranked, meta: { billed_units: { search_units: 0 }, tokens: { input_tokens: 32, output_tokens: 0 } } },
    32,
  ],
  ['vLLM', 'rerank-jina', { id: 'i', model: 'x', usage: { total_tokens: 33 }, results: withText }, 33],
  [
    'Infinity',
    'rerank-jina',
    { object: 'rerank', id: 'i', model: 'x', created: 1, results: withWords, usage: { prompt_tokens: 34, total_tokens: 34 } },
    34,
  ],
  [
    'Cohere',
    'rerank-cohere',
    { id: 'i', results: ranked, meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } } },
    null,
    1,
  ],
  [
    'Cohere with tokens',
    'rerank-cohere',
    { id: 'i', results: ranked, meta: { billed_units: { search_units: 2 }, tokens: { input_tokens: 35 }, warnings: [] } },
    35,
    2,
  ],
  [
    'DashScope',
    'rerank-dashscope',
    { output: { results: withText }, usage: { total_tokens: 36 }, request_id: 'r', code: '', message: '' },
    36,
  ],
  ['Voyage', 'rerank-voyage', { object: 'list', data: withWords, model: 'x', usage: { total_tokens: 37 } }, 37],
];

for (const [vendor, dialect, answer, tokens, searchUnits] of vendors)
  test(`the answer of ${vendor} comes to the client in the one shape, with its own tokens`, () => {
    const whole = answerTo(dialect, answer);
    const shown = tokens ?? 21;
    assert.deepEqual(unified(whole), {
      id: 'rerank-c1',
      object: 'rerank',
      model: 'client/model',
      results: ranked,
      usage: { prompt_tokens: shown, total_tokens: shown },
      meta: {
        billed_units: { search_units: searchUnits ?? 1 },
        tokens: { input_tokens: shown, output_tokens: 0 },
      },
    });
    assert.ok(whole.ok);
    const more = { search_unit: searchUnits ?? 1 };
    const usage = { inputTokens: shown, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0, more };
    assert.deepEqual(whole.usage, { kind: 'valid', usage, tier: null });
  });

/** Requests to each dialect: name, dialect, further fields of the client, what the upstream gets. */
const requests: readonly (readonly [string, string, object, object])[] = [
  [
    'nothing but the question',
    'rerank-jina',
    { top_n: null, return_documents: null, instruction: null },
    { model: 'up', query: asked.query, documents: asked.documents, top_n: 3, return_documents: false },
  ],
  [
    'fields of the upstream, and none that lead elsewhere',
    'rerank-jina',
    { top_n: 2, return_documents: true, max_chunks_per_doc: 4, instruction: 'Judge.', api_base: 'http://x', stream: false },
    {
      model: 'up',
      query: asked.query,
      documents: asked.documents,
      top_n: 2,
      return_documents: false,
      max_chunks_per_doc: 4,
      instruction: 'Judge.',
    },
  ],
  [
    'more documents than there are',
    'rerank-jina',
    { top_n: 99 },
    { model: 'up', query: asked.query, documents: asked.documents, top_n: 3, return_documents: false },
  ],
  [
    'objects as texts',
    'rerank-jina',
    { documents: [{ text: 'one', title: 't' }, 'two'] },
    { model: 'up', query: asked.query, documents: ['one', 'two'], top_n: 2, return_documents: false },
  ],
  [
    'objects as they are where their other fields matter',
    'rerank-jina',
    { documents: [{ text: 'one', title: 't' }], rank_fields: ['title'] },
    {
      model: 'up',
      query: asked.query,
      documents: [{ text: 'one', title: 't' }],
      top_n: 1,
      return_documents: false,
      rank_fields: ['title'],
    },
  ],
  [
    'only what it knows',
    'rerank-cohere',
    { documents: [{ text: 'one' }], top_n: 1, max_tokens_per_doc: 512, return_documents: true, rank_fields: ['text'], x: 1 },
    { model: 'up', query: asked.query, documents: ['one'], top_n: 1, max_tokens_per_doc: 512 },
  ],
  [
    'input and parameters apart',
    'rerank-dashscope',
    { top_n: 2, instruction: 'Judge.', return_documents: true },
    {
      model: 'up',
      input: { query: asked.query, documents: asked.documents },
      parameters: { top_n: 2, return_documents: false, instruct: 'Judge.' },
    },
  ],
  [
    'the number under its name',
    'rerank-voyage',
    { top_n: 2, truncation: false },
    { model: 'up', query: asked.query, documents: asked.documents, top_k: 2, return_documents: false, truncation: false },
  ],
];

for (const [what, dialect, more, expected] of requests)
  test(`${dialect} asks for ${what}`, () => {
    const plan = planFor({ ...asked, ...more });
    assert.deepEqual(JSON.parse(relayOf(dialect).toUpstream(plan.body, plan).toString()), expected);
  });

test('long texts, escapes and names written with escapes reach upstream and client as they are', () => {
  const long = `${'企鹅 "\\ \u0001'.repeat(1_000)}\ud83d\ude00`;
  const text = JSON.stringify({
    ...asked,
    query: long,
    documents: [long, { text: long, other: long }, { text: 'short' }],
    return_documents: true,
  });
  const written = text.replaceAll('"text"', String.raw`"te\u0078t"`);
  const plan = planFor(written);
  const sent = JSON.parse(relayOf('rerank-voyage').toUpstream(plan.body, plan).toString()) as Record<string, unknown>;
  assert.deepEqual([sent.query, sent.documents], [long, [long, long, 'short']]);
  const { results } = unified(read(relayOf('rerank-jina'), Buffer.from(JSON.stringify({ results: ranked })), plan));
  assert.deepEqual(
    results.map(({ document }) => document),
    [{ text: long }, { text: long }, { text: 'short' }],
  );
});

test('documents in the answer are the ones that were sent, only if asked for, and no more than asked for', () => {
  const { results } = unified(answerTo('rerank-jina', { results: withText }, { ...asked, top_n: 2, return_documents: true }));
  assert.deepEqual(results, [
    { index: 1, relevance_score: 0.9, document: { text: penguin } },
    { index: 0, relevance_score: 0.2, document: { text: bread } },
  ]);
});

test('the best come first, equal ones in the order of the request, and what is no share from 0 to 1 becomes one', () => {
  const scores = (list: readonly number[]): Unified['results'] =>
    unified(answerTo('rerank-jina', { results: list.map((score, index) => ({ index, relevance_score: score })) })).results;
  assert.deepEqual(
    scores([0.5, 1, 0.5]).map(({ index }) => index),
    [1, 0, 2],
  );
  assert.deepEqual(
    scores([0, 1, 0.25]).map(({ relevance_score }) => relevance_score),
    [1, 0.25, 0],
    'shares stay as they are',
  );
  const logits = scores([-3, 900, 0.5]);
  assert.deepEqual(
    logits.map(({ index }) => index),
    [1, 2, 0],
  );
  for (const [at, logit] of [900, 0.5, -3].entries())
    assert.ok(Math.abs((logits[at]?.relevance_score ?? 9) - 1 / (1 + Math.exp(-logit))) < 1e-12);
  assert.deepEqual(
    scores([50, 40, -50]).map(({ index }) => index),
    [0, 1, 2],
    'told apart by what they were',
  );
});

const two = [ranked[0], ranked[1]];
/** Invalid answers: name, answer. */
const broken: readonly (readonly [string, unknown, RegExp])[] = [
  ['too few results', { results: two }, /ranks 2 documents where 3/],
  ['a document twice', { results: [...two, ranked[0]] }, /twice/],
  ['a place that does not exist', { results: [...two, { index: 3, relevance_score: 0.1 }] }, /not sent/],
  ['a place before the first', { results: [...two, { index: -1, relevance_score: 0.1 }] }, /not sent/],
  ['a place between two', { results: [...two, { index: 1.5, relevance_score: 0.1 }] }, /not sent/],
  ['a place in words', { results: [...two, { index: '2', relevance_score: 0.1 }] }, /not sent/],
  ['no score', { results: [...two, { index: 2 }] }, /no score/],
  ['a score in words', { results: [...two, { index: 2, relevance_score: '0.1' }] }, /no score/],
  ['an endless score', '{"results":[{"index":0,"relevance_score":1e999}]}', /no score/],
  ['a result that is none', { results: [...two, null] }, /not sent/],
  ['results that are no list', { results: { 0: ranked[0] } }, /no results/],
  ['no results', { usage: { total_tokens: 9 } }, /no results/],
  ['an empty list', { results: [] }, /ranks 0 documents/],
  ['an error', { error: { message: 'overloaded', code: 'busy' } }, /error inside its answer \(busy\)/],
  ['an error beside results', { results: ranked, error: { code: 'busy' } }, /error inside its answer \(busy\)/],
  ['an error without a wrapper', { code: 20012, message: 'no such model', data: null }, /\(20012\)/],
  ['an error in detail', { detail: 'unavailable' }, /error in place of an answer/],
  ['a list', [ranked], /not a JSON object/],
  ['words', '"ranked"', /not a JSON object/],
  ['nothing', '', /empty/],
  ['half an answer', '{"results":[', /not one complete JSON document/],
  ['a page', '<html>', /HTML page/],
  ['a stream', 'data: {}\n\n', /event stream/],
];

for (const [what, answer, fault] of broken)
  test(`${what} is no answer`, () => {
    const whole = answerTo('rerank-jina', answer);
    assert.ok(!whole.ok);
    assert.match(whole.fault, fault);
  });

test('more results than asked for are an answer: the best of them count', () => {
  assert.deepEqual(unified(answerTo('rerank-jina', { results: ranked }, { ...asked, top_n: 1 })).results, [ranked[0]]);
});

test('row 85: tokens that cannot be are invalid, none and zero say nothing', () => {
  const kindOf = (tokens: unknown): string => {
    const whole = answerTo('rerank-jina', { results: ranked, usage: { total_tokens: tokens } });
    assert.ok(whole.ok);
    return whole.usage.kind;
  };
  for (const lie of [-1, 1.5, 1e18, '9', {}, true, 2 ** 31]) assert.equal(kindOf(lie), 'invalid', JSON.stringify(lie));
  for (const nothing of [undefined, null, 0]) assert.equal(kindOf(nothing), 'none', JSON.stringify(nothing));
  for (const lie of [-1, 1.5, '9']) {
    const whole = answerTo('rerank-cohere', { results: ranked, meta: { billed_units: { search_units: lie } } });
    assert.ok(whole.ok && whole.usage.kind === 'invalid', JSON.stringify(lie));
    assert.deepEqual(unified(whole).meta, { billed_units: { search_units: 1 }, tokens: { input_tokens: 21, output_tokens: 0 } });
  }
});

/** Refusals of upstreams: status, body, who is at fault. */
const refusals: readonly (readonly [number, object, UpstreamRefusal['blame'], UpstreamRefusal['code']])[] = [
  [400, { detail: 'top_n must be positive' }, 'client', 'invalid_parameter'],
  [422, { detail: [{ loc: ['body', 'query'], msg: 'field required' }] }, 'client', 'invalid_parameter'],
  [400, { message: 'invalid request: query too weird' }, 'client', 'invalid_parameter'],
  [
    400,
    { code: 'InvalidParameter', message: 'Range of input length should be [1, 4000]', request_id: 'r' },
    'client',
    'context_length_exceeded',
  ],
  [
    413,
    { error: 'Input validation error: inputs must have less than 512 tokens', error_type: 'Validation' },
    'client',
    'context_length_exceeded',
  ],
  [400, { code: 'Arrearage', message: 'Access denied, account in arrears' }, 'credentials', 'upstream_unavailable'],
  [401, { code: 'InvalidApiKey', message: 'Invalid API-key provided.' }, 'credentials', 'upstream_unavailable'],
  [429, { error: 'Model is overloaded', error_type: 'Overloaded' }, 'upstream', 'upstream_unavailable'],
  [500, { message: 'internal' }, 'upstream', 'upstream_unavailable'],
];

test('whose fault a refusal is, is read in the words of every vendor', () => {
  for (const [status, body, blame, code] of refusals) {
    const refusal = relayOf('rerank-dashscope').readRefusal(status, Buffer.from(JSON.stringify(body)));
    assert.deepEqual([refusal.blame, refusal.code], [blame, code], JSON.stringify(body));
  }
});

const names = ['rerank-jina', 'rerank-cohere', 'rerank-dashscope', 'rerank-voyage'];
const hostile = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc
    .record({
      index: fc.oneof(fc.integer({ min: -1, max: 4 }), fc.double(), fc.string()),
      relevance_score: fc.oneof(fc.double(), fc.anything()),
    })
    .chain((result) => fc.array(fc.constantFrom(result, ...ranked, null), { maxLength: 5 }))
    .map((results) =>
      JSON.stringify(
        { results, data: results, output: { results }, usage: { total_tokens: results.length } },
        (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
      ),
    ),
  fc.string(),
);

test('whatever an upstream says, it is either an answer that keeps every promise or a fault, and never thrown', () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), hostile, fc.option(fc.integer({ min: 1, max: 5 })), (name, answer, topN) => {
      const whole = answerTo(name, answer, { ...asked, top_n: topN });
      if (!whole.ok) return whole.fault.length > 0 && whole.fault.length < 200;
      const { results } = unified(whole);
      assert.equal(results.length, Math.min(topN ?? 3, 3));
      assert.equal(new Set(results.map(({ index }) => index)).size, results.length);
      for (const [at, { index, relevance_score: score }] of results.entries()) {
        assert.ok([0, 1, 2].includes(index) && score >= 0 && score <= 1);
        assert.ok(score <= (results[at - 1]?.relevance_score ?? 1), 'best first');
      }
      return true;
    }),
    { seed: testSeed, numRuns: count('runs') * 10 },
  );
});

test('a large answer is read in steps, and costs as much as it is long', () => {
  const documents = Array.from({ length: 1_000 }, (_, index) => `document ${String(index)}`);
  const plan = planFor({ ...asked, documents });
  const sized = (characters: number): Buffer =>
    Buffer.from(
      JSON.stringify({
        results: documents.map((_, index) => ({
          index,
          relevance_score: index / 1_000,
          document: { text: 'x'.repeat(characters) },
        })),
      }),
    );
  const large = sized(4_000);
  const reading = relayOf('rerank-jina').readWhole(large, plan);
  let steps = 0;
  while (reading.next().done !== true) steps += 1;
  assert.ok(steps > 10, `${String(steps)} steps`);
  const small = sized(200);
  const jina = relayOf('rerank-jina');
  const times = Math.round(large.length / small.length);
  assertLinear(
    times,
    () => read(jina, small, plan),
    () => read(jina, large, plan),
  );
});
