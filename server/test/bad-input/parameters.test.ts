/** Rows 30 to 40 and 44 of the catalogue of bad input: parameters of a chat call. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { postBytes } from '../gateway/raw-client.ts';
import { expectHealthy, expectRefused, question, questionText, sendBytes, type Refusal } from './refusals.ts';
import { processCpuMs } from '../cpu-time.ts';

const user = { role: 'user', content: 'hi' };
const invalid = (param: string, words: RegExp): Refusal => ({ code: 'invalid_parameter', param, words, logged: true });
const missing = (param: string): Refusal => ({ code: 'missing_required_parameter', param, words: /missing: send/, logged: true });
const noModel: Refusal = { code: 'model_not_found', param: 'model', words: /GET \/v1\/models/, logged: true };
const many = (count: number, value: unknown): unknown[] => Array.from({ length: count }, () => value);
const second = (value: unknown): object => ({ messages: [user, value] });
const tool = (parameters: unknown): object => ({ type: 'function', function: { name: 'f', parameters } });

/** Members as an object, or as JSON text if the error cannot be written otherwise. */
type Members = object | string;

const rows: readonly (readonly [name: string, members: Members, refusal: Refusal])[] = [
  ['row 30: model missing', { model: undefined }, missing('model')],
  ['row 30: model 0', { model: 0 }, invalid('model', /must be the name of a model of GET \/v1\/models/)],
  ['row 30: model empty', { model: '' }, invalid('model', /must be the name/)],
  ['row 30: model of 10 KB', { model: 'm'.repeat(10_240) }, noModel],
  ['row 30: model with a dot segment', { model: 'test/../chat' }, noModel],
  ['row 30: model with a line break', { model: 'test/chat\r\nx: y' }, noModel],
  ['row 30: model "constructor"', { model: 'constructor' }, noModel],
  ['row 30: model "__proto__"', { model: '__proto__' }, noModel],
  ['row 30: model with a space behind', { model: 'test/chat ' }, noModel],
  ['row 30: model in other case', { model: 'Test/Chat' }, noModel],
  ['row 32: messages missing', { messages: undefined }, missing('messages')],
  ['row 32: messages empty', { messages: [] }, invalid('messages', /at least one/)],
  ['row 32: messages an object', { messages: {} }, invalid('messages', /list/)],
  ['row 32: 100,000 messages', { messages: many(100_000, user) }, { code: 'invalid_json', logged: true, words: /more than/ }],
  ['row 32: 20,000 messages', { messages: many(20_000, user) }, invalid('messages', /at most 10000/)],
  ['row 32: no role', second({ content: 'x' }), missing('messages[1].role')],
  ['row 32: an unknown role', second({ role: 'root', content: 'x' }), invalid('messages[1].role', /one of developer/)],
  ['row 32: content null', second({ role: 'user', content: null }), missing('messages[1].content')],
  ['row 32: content a number', second({ role: 'user', content: 1 }), invalid('messages[1].content', /string or a list/)],
  ['row 33: stream "true"', { stream: 'true' }, invalid('stream', /true or false/)],
  ['row 33: stream 1', { stream: 1 }, invalid('stream', /true or false/)],
  ['row 34: max_tokens 0.5', { max_tokens: 0.5 }, invalid('max_tokens', /whole number/)],
  ['row 34: max_tokens -1', { max_tokens: -1 }, invalid('max_tokens', /from 1 to/)],
  ['row 34: max_tokens 1.5', { max_tokens: 1.5 }, invalid('max_tokens', /whole number/)],
  ['row 34: max_tokens 1e400', '"max_tokens":1e400', invalid('max_tokens', /whole number/)],
  ['row 34: max_tokens 2^63', '"max_tokens":9223372036854775808', invalid('max_tokens', /whole number/)],
  ['row 34: max_tokens "10"', { max_tokens: '10' }, invalid('max_tokens', /whole number/)],
  ['row 34: one of two bounds wrong', { max_tokens: 5, max_completion_tokens: -5 }, invalid('max_completion_tokens', /from 1/)],
  ['row 35: n -1', { n: -1 }, invalid('n', /from 1 to 128/)],
  ['row 35: n 129', { n: 129 }, invalid('n', /from 1 to 128/)],
  ['row 35: n 2^31', { n: 2 ** 31 }, invalid('n', /from 1 to 128/)],
  ['row 35: n times max_tokens overflows', { n: 128, max_tokens: 2 ** 31 - 1 }, invalid('max_tokens', /too large for `n`/)],
  ['row 36: temperature "NaN"', { temperature: 'NaN' }, invalid('temperature', /from 0 to 2/)],
  [
    'row 36: a million biases',
    `"logit_bias":{${Array.from({ length: 1_000_000 }, (_, at) => `"${String(at)}":1`).join(',')}}`,
    { code: 'invalid_json', logged: true, words: /names/ },
  ],
  [
    'row 36: 2,000 biases',
    { logit_bias: Object.fromEntries(many(2000, 1).map((bias, at) => [String(at), bias])) },
    invalid('logit_bias', /at most 1024/),
  ],
  ['row 36: 1,000 stops', { stop: many(1000, 'x') }, invalid('stop', /at most 16/)],
  ['row 37: 10,000 tools', { tools: many(10_000, { type: 'x' }) }, invalid('tools', /at most 512/)],
  [
    'row 37: a schema of depth 1,000',
    `"tools":[{"type":"function","function":{"name":"f","parameters":${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}}}]`,
    { code: 'invalid_json', logged: true, words: /deeper than 64/ },
  ],
  [
    'row 38: stream_options without a stream',
    { stream_options: { include_usage: true } },
    invalid('stream_options', /together with `stream: true`/),
  ],
  [
    'row 38: stream_options of a megabyte',
    { stream: true, stream_options: { include_usage: true, more: 'x'.repeat(1_000_000) } },
    invalid('stream_options', /must not be longer than 16384 bytes/),
  ],
  [
    'row 44: an image without an address',
    second({ role: 'user', content: [{ type: 'image_url', image_url: {} }] }),
    invalid('messages[1].content[0].image_url.url', /https address or a data: URL/),
  ],
  [
    'row 44: a data: URL of 40 MB',
    second({
      role: 'user',
      content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${'QUJD'.repeat(10_000_000)}` } }],
    }),
    { code: 'body_too_large', logged: true, words: /32 MiB/ },
  ],
];

function textOf(members: Members): string {
  return typeof members === 'string' ? `${questionText.slice(0, -1)},${members}}` : JSON.stringify({ ...question, ...members });
}

describe('parameters', () => {
  let fixture: Fixture;

  before(async () => {
    fixture = await startFixture();
  });

  after(() => fixture.close());

  const posted = (members: Members): Buffer => postBytes(textOf(members), { key: fixture.key });

  async function accepted(members: Members): Promise<Readonly<Record<string, unknown>>> {
    const answer = await sendBytes(fixture, posted(members));
    assert.equal(answer.status, 200, answer.body);
    assert.equal((await fixture.nextRow()).ending, 'complete');
    return { sent: fixture.upstream.requests.at(-1), answer: answer.body };
  }

  const lastBody = (): Readonly<Record<string, unknown>> => fixture.upstream.requests.at(-1)?.body ?? {};

  for (const [name, members, refusal] of rows) {
    test(`${name} is refused`, async () => {
      await expectRefused(fixture, posted(members), refusal);
    });
  }

  test('row 30: the log has 128 characters of an unknown model name, as the cause and not as a model', async () => {
    await expectRefused(fixture, posted({ model: `${'m'.repeat(200)}\r\n` }), noModel);
    await expectRefused(fixture, posted({ model: 'a\r\nb' }), noModel);
    const [second, first] = await fixture.rows();
    assert.deepEqual([first?.model, second?.model], [null, null]);
    assert.equal(first?.error, `the model "${'m'.repeat(128)}" does not exist`);
    assert.match(second?.error ?? '', /"a\\r\\nb"/);
  });

  test('row 31: a model outside the lists of the key or its sub-account gives one answer, whether it exists or not', async () => {
    const part = (
      await fixture.admin('POST', `/accounts/${fixture.accountId}/sub-accounts`, {
        name: 'part',
        model_allow_list: ['sandbox/chat'],
      })
    ).body;
    const keys = [
      { model_allow_list: ['sandbox/chat'] },
      { sub_account_id: part.id },
      { sub_account_id: part.id, model_allow_list: ['test/chat'] },
    ];
    for (const settings of keys) {
      const { key } = (await fixture.admin('POST', `/accounts/${fixture.accountId}/keys`, settings)).body;
      const answers = [];
      for (const model of ['test/chat', 'test/none', 'test/unreachable']) {
        const refusal: Refusal = { code: 'model_not_allowed', param: 'model', logged: true };
        answers.push((await expectRefused(fixture, postBytes({ ...question, model }, { key }), refusal)).body);
      }
      assert.equal(new Set(answers).size, 1);
    }
  });

  test('row 33: stream null means absent', async () => {
    assert.equal(JSON.parse(String((await accepted({ stream: null })).answer)).object, 'chat.completion');
  });

  test('row 34: of two output bounds the larger one is reserved', async () => {
    const { key, id } = (await fixture.admin('POST', `/accounts/${fixture.accountId}/keys`, { strict: true, daily_cap: '0.04' }))
      .body;
    const answer = await sendBytes(fixture, postBytes({ ...question, max_tokens: 10, max_completion_tokens: 100_000 }, { key }));
    assert.equal(JSON.parse(answer.body).error.code, 'cap_reserved', `100,000 tokens cost more than the cap of ${String(id)}`);
    assert.equal((await fixture.nextRow()).status, 429);
    assert.equal(
      (await sendBytes(fixture, postBytes({ ...question, max_tokens: 10, max_completion_tokens: 100 }, { key }))).status,
      200,
    );
    assert.equal((await fixture.nextRow()).status, 200);
  });

  test('row 37: a schema is data, however catastrophic its pattern', async () => {
    const tools = [tool({ pattern: '^(a+)+$', $ref: '#', properties: { __proto__: null } })];
    await accepted({ tools });
    assert.deepEqual(lastBody().tools, JSON.parse(JSON.stringify(tools)));
  });

  test('row 38: include_usage false: usage is obtained all the same, and hidden', async () => {
    const { answer } = await accepted({ stream: true, stream_options: { include_usage: false } });
    assert.deepEqual(lastBody().stream_options, { include_usage: true });
    assert.ok(!String(answer).includes('prompt_tokens'));
    assert.equal((await fixture.rows())[0]?.usage_estimated, false);
  });

  test('row 39: fields and headers that would steer a request never reach routing or the upstream', async () => {
    const steering = {
      api_base: 'http://127.0.0.1:1',
      base_url: 'http://127.0.0.1:1',
      user_config: {},
      api_key: 'x',
      fallbacks: ['y'],
      custom_llm_provider: 'z',
    };
    const headers = {
      'x-portkey-custom-host': 'http://127.0.0.1:1',
      'x-forwarded-host': 'evil.test',
      'x-api-base': 'http://127.0.0.1:1',
    };
    const answer = await sendBytes(fixture, postBytes({ ...question, ...steering }, { key: fixture.key, headers }));
    assert.equal(answer.status, 200);
    const sent = fixture.upstream.requests.at(-1);
    for (const name of Object.keys(steering)) assert.ok(!(name in (sent?.body ?? {})), name);
    for (const name of Object.keys(headers)) assert.ok(!(name in (sent?.headers ?? {})), name);
    assert.equal(sent?.headers.host, new URL(fixture.upstream.baseUrl).host);
    assert.equal((await fixture.nextRow()).status, 200);
  });

  test('row 40: the cost of counting a prompt grows with its length and no faster', async (t) => {
    const cost = async (content: string): Promise<number> => {
      const bytes = posted({ messages: [{ role: 'user', content }] });
      const times: number[] = [];
      for (let round = 0; round < 7; round += 1) {
        const startedMs = processCpuMs();
        await sendBytes(fixture, bytes);
        times.push(processCpuMs() - startedMs);
        await fixture.nextRow();
      }
      return Math.min(...times);
    };
    for (const [name, text] of [
      ['the same letter', 'a'],
      ['Chinese without spaces', '网'],
    ] as const) {
      const small = await cost(text.repeat(50_000));
      const large = await cost(text.repeat(800_000));
      t.diagnostic(`${name}: 50,000 characters ${small.toFixed(1)} ms, 800,000 characters ${large.toFixed(1)} ms`);
      assert.ok(large < small * 48 + 30, name);
    }
  });

  test('row 44: an image is passed on as it is and never decoded', async () => {
    for (const url of [
      'data:image/png;base64,!!!',
      'data:image/svg+xml,<svg onload="x"/>',
      'data:text/html;base64,QUJD',
      'http://169.254.169.254/',
    ]) {
      const content = [{ type: 'image_url', image_url: { url } }];
      await accepted({ messages: [{ role: 'user', content }] });
      assert.deepEqual(lastBody().messages, [{ role: 'user', content }]);
    }
  });

  test('after all of it the service is what it was', () => expectHealthy(fixture));
});
