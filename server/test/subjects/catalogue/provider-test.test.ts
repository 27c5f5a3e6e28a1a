/**
 * Goal: an operator learns before customers do how an upstream implements its protocol, and nobody is charged for it. Method: the real
 * service and the command line; scripted upstreams with known faults of providers.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { ProviderCheck, ProviderTestAnswer } from '@tollgate/contract/catalogue/provider-tests';
import { runCommandLine } from '../../../src/cli/tollgate.ts';
import { startFixture, type Fixture } from '../../gateway/fixture.ts';
import { must } from '../../scenarios/scenario.ts';
import { chat, chatStream, chatStreamWithoutDone, refusal, stall, stream, whole } from '../../scripted-upstream/behaviours.ts';
import { Gate } from '../../scripted-upstream/gate.ts';
import type { Behaviour } from '../../scripted-upstream/scripted-exchange.ts';

let fixture: Fixture;
let id = '';
const name = 'under-test';
before(async () => {
  fixture = await startFixture();
  const made = (await must(fixture, 'POST', '/providers', {
    name,
    dialect: 'chat-completions',
    dialects: { embedding: 'embeddings', rerank: 'rerank-jina' },
    routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'the-key-of-the-upstream' }],
    models: [
      { model: 'test/dear', upstream_model: 'up-dear' },
      { model: 'test/cheap', upstream_model: 'up-cheap' },
      { model: 'test/vectors', upstream_model: 'up-vectors' },
    ],
  })) as { id: string };
  id = made.id;
  await must(fixture, 'PUT', '/models/test%2Fdear', { kind: 'chat', price: { input: '20', output: '80' } });
  await must(fixture, 'PUT', '/models/test%2Fcheap', { kind: 'chat', price: { input: '1', output: '2' } });
  await must(fixture, 'PUT', '/models/test%2Fvectors', { kind: 'embedding', price: { input: '1' } });
});
after(() => fixture.closeSettled());
afterEach(() => {
  fixture.upstream.otherwise(chat());
});

const ask = async (body: object = {}): Promise<ProviderTestAnswer> =>
  (await must(fixture, 'POST', `/providers/${id}/test`, body)) as ProviderTestAnswer;

const usage = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 };
const vectors = whole(
  JSON.stringify({ object: 'list', data: [{ object: 'embedding', index: 0, embedding: [0.5, 1] }], model: 'm', usage }),
);

/** Chat as instructed, whole and streamed; valid embeddings. */
function speaking(wholeChat: Behaviour, streamedChat: Behaviour): Behaviour {
  return (exchange) => {
    const { path, stream: streamed } = exchange.request;
    if (path.endsWith('/embeddings')) return vectors(exchange);
    return (streamed ? streamedChat : wholeChat)(exchange);
  };
}

async function chatChecks(wholeChat: Behaviour, streamedChat: Behaviour): Promise<readonly ProviderCheck[]> {
  fixture.upstream.otherwise(speaking(wholeChat, streamedChat));
  return (await ask({ kinds: ['chat'] })).checks;
}

test('each operation of a provider is called once, with its cheapest model, and nobody is charged', async () => {
  const from = fixture.upstream.requests.length;
  fixture.upstream.otherwise(speaking(chat(), chatStream(['yes'])));
  const { ok, checks } = await ask();
  assert.equal(ok, true, JSON.stringify(checks, null, 1));
  assert.deepEqual(
    checks.map(({ kind, streamed, upstream_model, result, status }) => [kind, streamed, upstream_model, result, status]),
    [
      ['chat', false, 'up-cheap', 'ok', 200],
      ['chat', true, 'up-cheap', 'ok', 200],
      ['embedding', false, 'up-vectors', 'ok', 200],
      ['rerank', false, null, 'skipped', null],
    ],
  );
  assert.ok(checks.every(({ result, usage_fields }) => result === 'skipped' || usage_fields.includes('usage.prompt_tokens')));
  const sent = fixture.upstream.requests.slice(from);
  assert.equal(sent.length, 3);
  assert.ok(sent.every(({ headers, bytes }) => headers.authorization === 'Bearer the-key-of-the-upstream' && bytes.length < 300));
  assert.deepEqual(await fixture.rows(), []);
  await fixture.expectSettled();
});

test('quirks are suggested that would have helped, and no others', async () => {
  const noReason = (text: string): string => text.replaceAll('"finish_reason":"stop"', '"finish_reason":null');
  const frame = (delta: object, finish: string | null): string =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const last = `data: ${JSON.stringify({ id: 'c', created: 1, choices: [], usage })}\n\n`;
  const thinking = { ...usage, completion_tokens_details: { reasoning_tokens: 40 } };
  const answer = (more: object): Behaviour =>
    whole(
      JSON.stringify({
        id: 'c',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [{ index: 0, message: { role: 'assistant', content: 'yes' }, finish_reason: 'stop' }],
        usage,
        ...more,
      }),
    );
  const good = chatStream(['yes']);
  const cases: readonly (readonly [Behaviour, Behaviour, at: 0 | 1, quirks: readonly string[], result: string])[] = [
    [chat(), chatStreamWithoutDone(['yes']), 1, ['ends_without_done'], 'failed'],
    [chat(), stream([frame({ content: 'yes' }, null), last, 'data: [DONE]\n\n']), 1, ['omits_finish_reason'], 'failed'],
    [answer({ usage: thinking }), good, 0, ['reasoning_outside_completion'], 'deviates'],
    [
      answer({ usage: { prompt_tokens: 9, completion_tokens: 900, total_tokens: 909 } }),
      good,
      0,
      ['max_tokens_only'],
      'deviates',
    ],
    [
      refusal(400, { error: { message: "Unsupported parameter: 'max_completion_tokens'" } }),
      good,
      0,
      ['max_tokens_only'],
      'failed',
    ],
    [answer({ usage: undefined }), good, 0, [], 'deviates'],
    [whole(noReason('{"error":{"message":"no"}}')), good, 0, [], 'failed'],
  ];
  for (const [wholeChat, streamedChat, at, quirks, result] of cases) {
    const checks = await chatChecks(wholeChat, streamedChat);
    assert.deepEqual([checks[at]?.quirks, checks[at]?.result], [quirks, result], JSON.stringify(checks[at]));
    assert.equal(checks[1 - at]?.result, 'ok', JSON.stringify(checks[1 - at]));
  }
});

test('a failure is explained without key or address, and the command line fails as well', async () => {
  fixture.upstream.otherwise(refusal(401, { error: { message: 'Incorrect API key provided: the-key-of-the-upstream' } }));
  const written: string[] = [];
  const code = await runCommandLine(['providers', 'test', name, '--kinds', 'chat,embedding'], {
    env: { TOLLGATE_URL: fixture.service.consoleUrl, TOLLGATE_ADMIN_TOKEN: fixture.service.adminToken },
    stdout: { write: (text) => written.push(text) > 0 },
    stderr: { write: (text) => written.push(text) > 0 },
  });
  const text = written.join('');
  assert.equal(code, 1, text);
  assert.match(text, /RESULT .*\n(?:.*failed.*it refused the key with status 401.*\n){3}/);
  assert.ok(!text.includes('the-key-of-the-upstream') && !text.includes(new URL(fixture.upstream.baseUrl).host));
});

test('a test is bounded in time, and a second one of the same provider waits its turn', async () => {
  const gate = new Gate();
  fixture.upstream.otherwise(async (exchange) => {
    await gate.pass();
    await stall()(exchange);
  });
  const first = ask({ kinds: ['embedding'] });
  await gate.reached;
  const second = await fixture.admin('POST', `/providers/${id}/test`, {});
  assert.deepEqual([second.status, (second.body as { error: { code: string } }).error.code], [409, 'conflict']);
  gate.open();
  let isOver = false;
  void first.finally(() => (isOver = true));
  await fixture.waitFor(() => {
    fixture.clock.advance(1_000);
    return isOver;
  });
  const [check] = (await first).checks;
  assert.deepEqual([check?.result, check?.why], ['failed', 'no byte of an answer in time']);
});

test('the usage fields of a stream are found wherever the protocol puts the answer', async () => {
  const { id: other } = (await must(fixture, 'POST', '/providers', {
    name: 'of-events',
    chat_dialects: ['messages', 'responses'],
    models: [{ model: 'test/events', upstream_model: 'up' }],
    routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'k' }],
  })) as { id: string };
  await must(fixture, 'PUT', '/models/test%2Fevents', { kind: 'chat', price: { input: '1', output: '2' } });
  const started = { id: 'm', type: 'message', role: 'assistant', model: 'up', content: [], usage: { input_tokens: 9 } };
  const item = { id: 'm', type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'yes' }] };
  const done = { id: 'r', object: 'response', model: 'up', status: 'completed', output: [item] };
  const inside: Readonly<Record<string, readonly { readonly type: string; readonly [name: string]: unknown }[]>> = {
    messages: [
      { type: 'message_start', message: started },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'yes' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } },
      { type: 'message_stop' },
    ],
    responses: [
      { type: 'response.created', response: { ...done, status: 'in_progress', output: [] } },
      { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'yes' },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { ...done, usage: { input_tokens: 9, output_tokens: 3 } } },
    ],
  };
  fixture.upstream.otherwise((exchange) => {
    const events = inside[exchange.request.path.split('/').at(-1) ?? ''] ?? [];
    return stream(() => events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`))(exchange);
  });
  const { checks } = (await must(fixture, 'POST', `/providers/${other}/test`, { kinds: ['chat'] })) as ProviderTestAnswer;
  const streamed = checks.filter((check) => check.streamed);
  assert.deepEqual(
    streamed.map(({ dialect, usage_fields }) => [dialect, usage_fields]),
    [
      ['messages', ['usage.input_tokens', 'usage.output_tokens']],
      ['responses', ['usage.input_tokens', 'usage.output_tokens']],
    ],
  );
});
