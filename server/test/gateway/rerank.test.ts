/**
 * Goal: reranking is a call like any other. Whatever an upstream does and whatever protocol it uses, status, ending, charge and log row are
 * as specified, and all kinds of clients get the fields they read. Method: the real service, real HTTP, scripted upstreams with the four
 * protocols.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { must } from '../scenarios/scenario.ts';
import { closeBeforeAnswer, head, html, refusal, resetBeforeAnswer, stall, whole } from '../scripted-upstream/behaviours.ts';
import type { Behaviour, RecordedRequest } from '../scripted-upstream/scripted-exchange.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { startFixture, type CallRow, type Fixture } from './fixture.ts';
import { post, postBytes, RawClient, type RawAnswer } from './raw-client.ts';

const model = 'test/rerank';
const documents = ['Bread is baked.', '企鹅住在南极', 'Ice'];
const question = { model, query: 'Where?', documents };
const price = { input: '2', output: '8' };

const results = [
  { index: 1, relevance_score: 0.9 },
  { index: 0, relevance_score: 0.2 },
  { index: 2, relevance_score: 0.1 },
];

function ranking(more: object = { usage: { total_tokens: 30 } }, ranked: readonly object[] = results): Behaviour {
  return whole(JSON.stringify({ results: ranked, ...more }));
}

let fixture: Fixture;
const further: ScriptedUpstream[] = [];

async function addUpstream(
  name: string,
  dialects: object,
  settings: { model?: string; priority?: number } = {},
): Promise<ScriptedUpstream> {
  const upstream = await startScriptedUpstream();
  further.push(upstream);
  await must(fixture, 'POST', '/providers', {
    name,
    dialect: 'chat-completions',
    dialects,
    routes: [{ region: 'domestic', base_url: upstream.baseUrl, api_key: `key-of-${name}` }],
    models: [{ model: settings.model ?? model, upstream_model: 'upstream-rerank' }],
    priority: settings.priority ?? 100,
  });
  return upstream;
}

function call(body: object = question, path = '/v1/rerank'): Promise<RawAnswer> {
  return post(fixture.port, body, { path, key: fixture.key });
}

async function withFixture(): Promise<void> {
  fixture = await startFixture();
}

async function closeAll(): Promise<void> {
  try {
    await fixture.closeSettled();
  } finally {
    await Promise.all(further.splice(0).map((upstream) => upstream.close()));
  }
}

interface Expected {
  readonly status: number;
  readonly ending: CallRow['ending'];
  /** In CNY. */
  readonly charge: string;
  readonly code?: string;
  readonly advanceMs?: number;
}

/** By the character rule: "Where?" three times, 18 narrow and 6 wide characters. */
const estimatedTokens = Math.ceil((6 * 3 + 18) / 4 + 6 * 0.75);
const complete: Expected = { status: 200, ending: 'complete', charge: '0.00006' };
const unavailable: Expected = { status: 503, ending: 'upstream_broke', charge: '0', code: 'upstream_unavailable' };
const refused: Expected = { status: 400, ending: 'refused', charge: '0', code: 'invalid_parameter' };
const unbelieved: Expected = { status: 200, ending: 'complete', charge: '0', code: 'usage_invalid' };
const two = results.slice(0, 2);

const outcomes: Readonly<Record<string, readonly [Behaviour, Expected]>> = {
  'answers well': [ranking(), complete],
  'reports no usage': [ranking({}), { ...complete, charge: (estimatedTokens * 0.000002).toFixed(6) }],
  'reports what cannot be': [ranking({ usage: { total_tokens: -3 } }), unbelieved],
  'reports more than every byte read with every document': [ranking({ usage: { total_tokens: 90_000 } }), unbelieved],
  'refuses the request (400)': [refusal(400, { detail: 'top_n is too small' }), refused],
  'refuses the request (422)': [refusal(422, { code: 'InvalidParameter', message: 'bad query' }), refused],
  'refuses our key (401)': [refusal(401, { detail: 'Unauthorized' }), unavailable],
  'has none of our money left (402)': [refusal(402, { code: 'Arrearage', message: 'overdue' }), unavailable],
  'is overloaded (429)': [refusal(429, { message: 'too many requests' }), unavailable],
  'fails (500)': [refusal(500), unavailable],
  'reports an error inside a 200': [whole('{"code":20012,"message":"no such model","data":null}'), unavailable],
  'reports an error beside its results': [ranking({ error: { message: 'half done' } }), unavailable],
  'ranks too few': [ranking({}, two), unavailable],
  'ranks a document twice': [ranking({}, [...two, results[0] ?? {}]), unavailable],
  'ranks what was not sent': [ranking({}, [...two, { index: 7, relevance_score: 1 }]), unavailable],
  'gives no score': [ranking({}, [...two, { index: 2 }]), unavailable],
  'answers as a chat model': [whole('{"choices":[{"index":0,"message":{"content":"hi"},"finish_reason":"stop"}]}'), unavailable],
  'answers with a page': [html(), unavailable],
  'answers nothing': [whole(''), unavailable],
  'resets before the answer': [resetBeforeAnswer(), unavailable],
  'closes before the answer': [closeBeforeAnswer(), unavailable],
  'resets midway': [
    async (exchange) => {
      await exchange.write(head(200, { 'content-type': 'application/json', 'content-length': '4000' }));
      await exchange.write('{"results":[');
      exchange.reset();
    },
    unavailable,
  ],
  'never answers': [stall(), { ...unavailable, ending: 'timeout', advanceMs: 601_000 }],
};

describe('an upstream for reranking', () => {
  let upstream: ScriptedUpstream;

  before(async () => {
    await withFixture();
    upstream = await addUpstream('ranking', { rerank: 'rerank-jina' });
    await must(fixture, 'PUT', '/models/test%2Frerank', { kind: 'rerank', price, context_length: 512 });
  });
  after(closeAll);

  for (const [what, [behaviour, expected]] of Object.entries(outcomes))
    test(`that ${what} gives ${String(expected.status)} and a charge of ${expected.charge}`, async () => {
      upstream.otherwise(behaviour);
      const asked = call();
      if (expected.advanceMs !== undefined) {
        await fixture.waitFor(() => upstream.open > 0);
        await fixture.advanceUntilOver(expected.advanceMs);
      }
      const answer = await asked;
      const row = await fixture.nextRow();
      assert.equal(answer.status, expected.status, answer.body);
      assert.deepEqual([row.status, row.ending, row.error_code], [expected.status, expected.ending, expected.code ?? null]);
      assert.equal(Number(row.charge_exact), Number(expected.charge));
      await fixture.expectSettled();
    });

  test('is charged for a client that stays, not for one that leaves', async () => {
    upstream.otherwise(stall());
    const client = await RawClient.open(fixture.port);
    client.send(postBytes(question, { path: '/v1/rerank', key: fixture.key }));
    await fixture.waitFor(() => upstream.open > 0);
    client.leave();
    const row = await fixture.nextRow();
    assert.deepEqual([row.ending, Number(row.charge_exact)], ['client_left', 0]);
    await fixture.expectSettled();
  });

  test('may count the query with a thousand documents, far beyond the context of one', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) => `document ${String(index)}`);
    const ranked = many.map((_, index) => ({ index, relevance_score: 0.5 }));
    upstream.otherwise(ranking({ usage: { total_tokens: 9_000 } }, ranked));
    const answer = await call({ ...question, documents: many });
    const row = await fixture.nextRow();
    assert.equal(answer.status, 200, answer.body);
    assert.deepEqual([row.input_tokens, row.output_tokens, Number(row.charge_exact)], [9_000, 0, 0.018]);
  });

  test('leaves a row that says what was asked and what it cost, whatever the address', async () => {
    upstream.otherwise(ranking());
    for (const path of ['/v1/rerank', '/rerank', '/v1/v1/rerank', '//v1/rerank']) {
      assert.equal((await call(question, path)).status, 200);
      const row = await fixture.nextRow();
      assert.deepEqual([row.endpoint, row.kind, row.model, row.streamed], ['rerank', 'rerank', model, false]);
      assert.deepEqual([row.input_tokens, row.output_tokens, row.usage_estimated], [30, 0, false]);
    }
  });
});

describe('clients of reranking', () => {
  let upstream: ScriptedUpstream;

  before(async () => {
    await withFixture();
    upstream = await addUpstream('ranking', { rerank: 'rerank-jina' });
    await must(fixture, 'PUT', '/models/test%2Frerank', { kind: 'rerank', price });
  });
  after(closeAll);

  async function served(body: object): Promise<{ readonly answer: Record<string, unknown>; readonly sent: RecordedRequest }> {
    upstream.otherwise(ranking());
    const answer = await call(body);
    await fixture.nextRow();
    assert.equal(answer.status, 200, answer.body);
    return { answer: JSON.parse(answer.body) as Record<string, unknown>, sent: await upstream.nextRequest() };
  }

  test('Dify sends `top_n: null` and reads index, text and score of each document', async () => {
    const { answer, sent } = await served({ ...question, top_n: null, return_documents: true });
    assert.deepEqual(sent.body, { ...question, model: 'upstream-rerank', top_n: 3, return_documents: false });
    assert.deepEqual(
      answer.results,
      results.map((result) => ({ ...result, document: { text: documents[result.index] } })),
    );
  });

  test('FastGPT sends the bare question and reads id, results and meta.tokens', async () => {
    const { answer } = await served(question);
    const meta = answer.meta as { readonly tokens: { readonly input_tokens: number } };
    assert.ok(typeof answer.id === 'string' && answer.id !== '');
    assert.deepEqual([answer.results, meta.tokens], [results, { input_tokens: 30, output_tokens: 0 }]);
  });

  test('an aggregator sends the form of Jina and reads results and usage', async () => {
    const { answer } = await served({
      ...question,
      top_n: 2,
      return_documents: false,
      max_chunks_per_doc: 4,
      overlap_tokens: 80,
    });
    assert.deepEqual(answer.results, two);
    assert.deepEqual(answer.usage, { prompt_tokens: 30, total_tokens: 30 });
    assert.deepEqual([answer.object, answer.model], ['rerank', model]);
  });
});

describe('several upstreams for reranking', () => {
  afterEach(closeAll);

  test('that speak different protocols take over from each other within one call', async () => {
    await withFixture();
    const jina = await addUpstream('first', { rerank: 'rerank-jina' }, { priority: 10 });
    const cohere = await addUpstream('second', { rerank: 'rerank-cohere' }, { priority: 20 });
    const dashscope = await addUpstream('third', { rerank: 'rerank-dashscope' }, { priority: 30 });
    await must(fixture, 'PUT', '/models/test%2Frerank', { kind: 'rerank', price });
    jina.otherwise(ranking({}, two));
    cohere.otherwise(refusal(429, { message: 'trial key' }));
    dashscope.otherwise(whole(JSON.stringify({ output: { results }, usage: { total_tokens: 40 }, request_id: 'r' })));
    const answer = await call();
    assert.equal(answer.status, 200, answer.body);
    const row = await fixture.nextRow();
    assert.deepEqual(
      [jina, cohere, dashscope].map(({ requests }) => requests.map(({ path }) => path)),
      [['/v1/rerank'], ['/v1/rerank'], ['/v1/services/rerank/text-rerank/text-rerank']],
    );
    assert.deepEqual([row.attempts, row.input_tokens, Number(row.charge_exact)], [3, 40, 0.00008]);
    assert.match(row.route ?? '', /^third/);
  });

  test('cost the same for each search, whether they count searches or tokens', async () => {
    await withFixture();
    const searches = { input: '0', output: '0', rates: { search_unit: '0.02' } };
    await must(fixture, 'PUT', '/models/by%2Fsearch', { kind: 'rerank', price: searches });
    const many = { model: 'by/search', query: 'Where?', documents: Array<string>(150).fill('here '.repeat(400)) };
    const ranked = many.documents.map((_, index) => ({ index, relevance_score: 0.5 }));
    const upstream = await addUpstream('searching', { rerank: 'rerank-cohere' }, { model: many.model });
    const reports: readonly (readonly [report: object, charge: number, estimated: boolean])[] = [
      [{ meta: { billed_units: { search_units: 3 } } }, 0.06, false],
      [{ meta: { tokens: { input_tokens: 400 } } }, 0.04, false],
      [{}, 0.04, true],
      [{ meta: { billed_units: { search_units: 90 } } }, 0, false],
    ];
    for (const [report, charge, estimated] of reports) {
      upstream.otherwise(ranking(report, ranked));
      const answer = await call(many);
      const row = await fixture.nextRow();
      const told = JSON.stringify(report);
      assert.equal(answer.status, 200, answer.body);
      assert.deepEqual([Number(row.charge_exact), row.usage_estimated], [charge, estimated], told);
    }
  });

  test('are called where they speak it, which may be elsewhere than they chat', async () => {
    await withFixture();
    const upstream = await addUpstream('elsewhere', { rerank: 'rerank-cohere' });
    await must(fixture, 'PUT', '/models/test%2Frerank', { kind: 'rerank', price });
    upstream.otherwise(ranking());
    const { origin } = new URL(upstream.baseUrl);
    const { data } = (await must(fixture, 'GET', '/providers')) as { data: { id: string; name: string }[] };
    const id = data.find(({ name }) => name === 'elsewhere')?.id ?? '';
    const put = async (addresses?: object): Promise<void> => {
      const route = { region: 'domestic', base_url: upstream.baseUrl, ...(addresses === undefined ? {} : { addresses }) };
      await must(fixture, 'PATCH', `/providers/${id}`, { routes: [route] });
      assert.equal((await call()).status, 200);
      await fixture.nextRow();
    };
    await put({ 'rerank-cohere': { base_url: `${origin}/v2` } });
    await put();
    await put({ 'rerank-cohere': { path: '/text/rerank' }, embeddings: { base_url: 'http://127.0.0.1:1' } });
    await put({});
    assert.deepEqual(
      upstream.requests.map(({ path }) => path),
      ['/v2/rerank', '/v2/rerank', '/v1/text/rerank', '/v1/rerank'],
    );
    assert.deepEqual(
      new Set(upstream.requests.map(({ headers }) => headers.authorization)),
      new Set(['Bearer key-of-elsewhere']),
    );
  });

  test('have addresses of protocols that there are only', async () => {
    await withFixture();
    const made = (addresses: object): Promise<{ status: number; body: unknown }> =>
      fixture.admin('POST', '/providers', {
        name: 'wrong',
        dialect: 'chat-completions',
        models: [],
        routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, addresses }],
      });
    const wrong: readonly (readonly [addresses: object, words: RegExp])[] = [
      [{ 'rerank-nobody': { path: '/rerank' } }, /routes\[0\]\.addresses\.rerank-nobody.*rerank-cohere/],
      [{ 'rerank-cohere': {} }, /must state what differs/],
      [{ 'rerank-cohere': { base_url: 'https://user:word@up.example' } }, /must not hold a user name/],
      [{ 'rerank-cohere': { path: '/../rerank' } }, /must be a path/],
    ];
    for (const [addresses, words] of wrong) {
      const { status, body } = await made(addresses);
      assert.equal(status, 400, JSON.stringify(addresses));
      assert.match(JSON.stringify(body), words);
    }
  });

  test('serve only if they speak a protocol for it', async () => {
    await withFixture();
    const chatOnly = await addUpstream('chat-only', {}, { priority: 1 });
    await must(fixture, 'PUT', '/models/test%2Frerank', { kind: 'rerank', price });
    const without = await call();
    assert.equal(without.status, 400, without.body);
    assert.equal((await fixture.nextRow()).error_code, 'unsupported_operation');
    const speaking = await addUpstream('speaking', { rerank: 'rerank-voyage' });
    speaking.otherwise(whole(JSON.stringify({ object: 'list', data: results, usage: { total_tokens: 30 } })));
    assert.equal((await call()).status, 200);
    await fixture.nextRow();
    assert.deepEqual([chatOnly.requests.length, speaking.requests.length], [0, 1]);
  });

  test('take only protocols of that kind', async () => {
    await withFixture();
    for (const dialect of ['rerank', 'chat-completions', 'rerank-nobody']) {
      const answer = await fixture.admin('POST', '/providers', {
        name: 'wrong',
        dialect: 'chat-completions',
        dialects: { rerank: dialect },
        models: [],
        routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl }],
      });
      assert.equal(answer.status, 400, dialect);
      assert.match(JSON.stringify(answer.body), /must be one of: .*rerank-cohere/);
    }
  });
});
