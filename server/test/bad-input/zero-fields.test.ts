/**
 * Goal: a Go or Java program that sends its whole structure, with zeros for unset fields, gets the same answer as without them. Method:
 * every such field of every endpoint with every zero value, through every upstream protocol; and real calls with whole structures.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dialects } from '../../src/dialects/registry.ts';
import { modelEndpoints } from '../../src/endpoints/registry.ts';
import { leaveOutZeros } from '../../src/json/leave-out-zeros.ts';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { post } from '../gateway/raw-client.ts';
import { must } from '../scenarios/scenario.ts';
import { scanned } from '../scanned.ts';
import { whole } from '../scripted-upstream/behaviours.ts';

const zeros = { number: [0, -0], text: [''], list: [[]], object: [{}, { type: '', strict: false, names: [] }] } as const;

const sound: Readonly<Record<string, object>> = {
  'chat.completions': { messages: [{ role: 'user', content: 'Hi' }], temperature: 0, seed: 0 },
  completions: { prompt: 'Hi', temperature: 0 },
  embeddings: { input: 'Hi' },
  rerank: { query: 'Hi', documents: ['Hi'] },
  'images.generations': { prompt: 'a fox' },
};

function sentBy(relayed: object, endpoint: (typeof modelEndpoints)[number]): string[] {
  const body = scanned({ model: 'm', ...relayed });
  leaveOutZeros(body, endpoint.zeroMeansUnset);
  endpoint.read(body);
  const plan = { model: 'm', upstreamModel: 'u', stream: false, includeUsage: false, quirks: {}, callId: 'call', body };
  return dialects.flatMap(({ serves }) => {
    const relay = serves.get(endpoint.dialect);
    const sent = relay?.toUpstream(body, {
      ...plan,
      inputTokens: 1,
      supportedParameters: [],
      outputTokensMax: null,
      outputLimit: null,
      provider: 'p',
      clientHeaders: {},
    });
    return sent === undefined ? [] : [sent.toString()];
  });
}

for (const endpoint of modelEndpoints) {
  const base = sound[endpoint.name];
  if (base === undefined) continue;
  test(`${endpoint.name}: a field that holds a zero is one that is not set, for us and for upstreams of every protocol`, () => {
    const expected = sentBy(base, endpoint);
    assert.ok(expected.length > 0);
    const all: Record<string, unknown> = {};
    for (const [name, forms] of endpoint.zeroMeansUnset)
      for (const zero of forms.flatMap((form) => zeros[form] as readonly unknown[])) {
        all[name] = zero;
        assert.deepEqual(sentBy({ ...base, [name]: zero }, endpoint), expected, `${name} ${JSON.stringify(zero)}`);
      }
    assert.deepEqual(sentBy({ ...all, ...base }, endpoint), expected);
  });
}

test('nonzero values are checked as usual, and a meaningful zero is passed on', () => {
  const [chat] = modelEndpoints;
  assert.ok(chat);
  for (const [name, value] of Object.entries({
    max_tokens: -1,
    n: '',
    max_completion_tokens: [],
    stop: [0],
    stream_options: { include_usage: true },
  }))
    assert.throws(() => sentBy({ ...sound[chat.name], [name]: value }, chat), { param: name });
  assert.match(sentBy({ ...sound[chat.name], top_p: 0 }, chat)[0] ?? '', /"top_p":0/);
});

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
  await must(fixture, 'POST', '/providers', {
    name: 'all',
    dialect: 'chat-completions',
    dialects: { embedding: 'embeddings', rerank: 'rerank-jina', image: 'images' },
    routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'upstream-key' }],
    models: [{ model: 'test/embed' }, { model: 'test/rerank' }, { model: 'test/image' }],
  });
  for (const [model, kind] of Object.entries({ embed: 'embedding', rerank: 'rerank', image: 'image' }))
    await must(fixture, 'PUT', `/models/test%2F${model}`, { kind, price: { input: '2', output: '0', per_call: '0.01' } });
});
after(() => fixture.closeSettled());

const message = { messages: [{ role: 'user', content: 'Hi' }] };
const structures: readonly (readonly [path: string, sent: object, answer: object | null, received: object])[] = [
  [
    '/v1/chat/completions',
    { model: 'test/chat', ...message, max_tokens: 0, n: 0, stop: [], user: '', response_format: { type: '' }, stream: false },
    null,
    { model: 'upstream-chat', ...message, stream: false },
  ],
  [
    '/v1/embeddings',
    { model: 'test/embed', input: ['Hi'], encoding_format: '', dimensions: 0, user: '' },
    { data: [{ index: 0, embedding: [1] }], usage: { prompt_tokens: 1, total_tokens: 1 } },
    { model: 'test/embed', input: ['Hi'] },
  ],
  [
    '/v1/rerank',
    { model: 'test/rerank', query: 'Hi', documents: ['Hi', 'Ho'], top_n: 0, max_chunk_per_doc: 0, return_documents: false },
    { results: [0, 1].map((index) => ({ index, relevance_score: 0.5 })), usage: { total_tokens: 4 } },
    { model: 'test/rerank', query: 'Hi', documents: ['Hi', 'Ho'], top_n: 2, return_documents: false },
  ],
  [
    '/v1/images/generations',
    { model: 'test/image', prompt: 'a fox', n: 0, size: '', quality: '', style: '', response_format: '', user: '' },
    { created: 1, data: [{ b64_json: 'iVBORw0KGgoAAAAASUVORK5CYII=' }] },
    { model: 'test/image', prompt: 'a fox' },
  ],
];

for (const [path, sent, answer, received] of structures)
  test(`${path} answers a whole structure of Go, and its upstream sees what was set`, async () => {
    if (answer !== null) fixture.upstream.next(whole(JSON.stringify(answer)));
    const { status, body } = await post(fixture.port, sent, { path, key: fixture.key });
    assert.equal(status, 200, body);
    assert.deepEqual((await fixture.upstream.nextRequest()).body, received);
    assert.equal((await fixture.nextRow()).ending, 'complete');
  });
