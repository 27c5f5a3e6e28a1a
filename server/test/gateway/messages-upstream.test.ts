/**
 * Goal: a provider that speaks Messages beside chat is called in Messages for its clients, byte for byte, and charged by the whole input.
 * Method: the real service with a scripted upstream.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ProviderTestAnswer } from '@tollgate/contract/catalogue/provider-tests';
import { must } from '../scenarios/scenario.ts';
import { refusal, stream, whole } from '../scripted-upstream/behaviours.ts';
import { startFixture, type Fixture } from './fixture.ts';

let fixture: Fixture;
let provider = '';
before(async () => {
  fixture = await startFixture();
  const answer = (await must(fixture, 'POST', '/providers', {
    name: 'both',
    chat_dialects: ['chat-completions', 'messages'],
    models: [{ model: 'both', upstream_model: 'up' }],
    routes: [
      {
        region: 'domestic',
        base_url: fixture.upstream.baseUrl,
        api_key: 'k',
        addresses: { messages: { path: '/messages', auth: { style: 'header', name: 'x-api-key' } } },
      },
    ],
  })) as { readonly id: string };
  provider = answer.id;
  await must(fixture, 'PUT', '/models/both', { kind: 'chat', price: { input: '1', cached_input: '0.5', output: '2' } });
});
after(() => fixture.closeSettled());

const event = (data: { readonly type: string; readonly [name: string]: unknown }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const usage = { input_tokens: 20, cache_read_input_tokens: 80, cache_creation_input_tokens: 0, output_tokens: 1 };
const begin = [
  event({ type: 'message_start', message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'up', content: [], usage } }),
  event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  ...['Hel', 'lo', '!'].map((text) => event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
  event({ type: 'content_block_stop', index: 0 }),
];
const end = [
  event({ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 5 } }),
  event({ type: 'message_stop' }),
];

async function send(path: string, body: object): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`http://127.0.0.1:${String(fixture.port)}/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': fixture.key,
      authorization: `Bearer ${fixture.key}`,
      'anthropic-beta': 'effort-2025-11-24,oauth-1',
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await readUntilCut(response) };
}

/** A stream that breaks is cut after its error. */
async function readUntilCut(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of response.body ?? []) parts.push(part);
  } catch {
    // Cut.
  }
  return Buffer.concat(parts).toString();
}

const hello = { model: 'both', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }], stream: true };

test('a stream passes byte for byte, with the key where the protocol takes it, and all input is counted once', async () => {
  fixture.upstream.next(stream(() => [...begin, ...end]));
  const { status, text } = await send('messages', hello);
  assert.equal(status, 200);
  assert.equal(text, [...begin, ...end].join('').replace('"model":"up"', '"model":"both"'));
  const request = fixture.upstream.requests.at(-1) ?? assert.fail();
  assert.ok(request.path.endsWith('/messages'));
  assert.deepEqual(
    ['x-api-key', 'authorization', 'anthropic-version', 'anthropic-beta'].map((name) => request.headers[name]),
    ['k', undefined, '2023-06-01', 'effort-2025-11-24'],
  );
  const row = await fixture.nextRow();
  assert.deepEqual([row.input_tokens, row.cached_tokens, row.output_tokens], [100, 80, 5]);
});

test('a stream that breaks ends with the error of the protocol, and is free', async () => {
  for (const rest of [[], [event({ type: 'error', error: { type: 'overloaded_error', message: 'busy' } })], end.slice(0, 1)]) {
    fixture.upstream.next(stream(() => [...begin, ...rest]));
    const { text } = await send('messages', hello);
    assert.match(text, /event: error\n.*"type":"error"/);
    assert.ok(!text.includes('message_stop') && !text.includes('message_delta'));
    const row = await fixture.nextRow();
    assert.equal(Number(row.charge), 0);
  }
});

test('a whole answer passes, and a chat client of the provider stays on chat', async () => {
  const answer = { id: 'm', type: 'message', role: 'assistant', model: 'up', content: [{ type: 'text', text: 'Yes' }] };
  fixture.upstream.next(whole(JSON.stringify({ ...answer, stop_reason: 'end_turn', usage })));
  const { text } = await send('messages', { ...hello, stream: false });
  assert.deepEqual((JSON.parse(text) as typeof answer).model, 'both');
  await fixture.nextRow();
  assert.equal((await send('chat/completions', { model: 'both', messages: hello.messages })).status, 200);
  await fixture.nextRow();
  assert.ok(fixture.upstream.requests.at(-1)?.path.endsWith('/chat/completions'));
});

test('a refusal of the protocol is understood: who is at fault decides', async () => {
  const cases: readonly (readonly [status: number, type: string, message: string, expected: number])[] = [
    [400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum', 400],
    [413, 'request_too_large', 'Request exceeds the maximum size', 413],
  ];
  for (const [status, type, message, expected] of cases) {
    fixture.upstream.next(refusal(status, { type: 'error', error: { type, message } }));
    assert.equal((await send('messages', hello)).status, expected, type);
    await fixture.nextRow();
  }
});

test('the test of a provider shows which protocol has a wrong address', async () => {
  const missing = refusal(404, { type: 'error', error: { type: 'not_found_error', message: 'Not found' } });
  await must(fixture, 'PATCH', `/providers/${provider}`, { chat_dialects: ['messages'] });
  fixture.upstream.next(missing, missing);
  const { checks } = (await must(fixture, 'POST', `/providers/${provider}/test`, { kinds: ['chat'] })) as ProviderTestAnswer;
  assert.deepEqual(
    checks.map(({ dialect, result, cause }) => [dialect, result, cause]),
    [
      ['messages', 'failed', 'path'],
      ['messages', 'failed', 'path'],
    ],
  );
});
