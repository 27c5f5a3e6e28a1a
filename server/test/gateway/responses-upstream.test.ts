/**
 * Goal: a provider that speaks Responses beside chat is called in Responses for its clients, byte for byte, without storing anything, and
 * serves clients of other protocols. Method: the real service with a scripted upstream.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { must } from '../scenarios/scenario.ts';
import { refusal, stream, whole } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { post, postBytes, RawClient, type RawAnswer } from './raw-client.ts';

let fixture: Fixture;
let provider = '';
before(async () => {
  fixture = await startFixture();
  const answer = (await must(fixture, 'POST', '/providers', {
    name: 'both',
    chat_dialects: ['responses', 'chat-completions'],
    models: [{ model: 'both', upstream_model: 'up' }],
    routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'k' }],
  })) as { readonly id: string };
  provider = answer.id;
  const rates = { input: '1', cached_input: '0.5', output: '2', rates: { 'tool:web_search': '1000' } };
  await must(fixture, 'PUT', '/models/both', { kind: 'chat', price: rates });
});
after(() => fixture.closeSettled());

const usage = { input_tokens: 100, input_tokens_details: { cached_tokens: 80 }, output_tokens: 5 };
const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello!' }] };
const search = { id: 'ws_1', type: 'web_search_call', status: 'completed', action: { type: 'search' } };
const answered = { id: 'resp_1', object: 'response', model: 'up', status: 'completed', output: [message], usage };

function eventsOf(...events: readonly { readonly type: string; readonly [name: string]: unknown }[]): string[] {
  return events.map((data, sequence_number) => `event: ${data.type}\ndata: ${JSON.stringify({ ...data, sequence_number })}\n\n`);
}

const begin = [
  { type: 'response.created', response: { ...answered, status: 'in_progress', output: [], usage: null } },
  ...['Hel', 'lo!'].map((delta) => ({ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta })),
  { type: 'response.output_item.done', output_index: 0, item: message },
];
const completed = { type: 'response.completed', response: answered };

function send(path: string, body: object): Promise<RawAnswer> {
  return post(fixture.port, body, { path: `/v1/${path}`, key: fixture.key });
}

const hello = { model: 'both', input: 'Hi', stream: true };
const chat = { model: 'both', messages: [{ role: 'user', content: 'Hi' }] };

function lastSent(): { readonly path: string; readonly body: Record<string, unknown> } {
  const { path, body } = fixture.upstream.requests.at(-1) ?? assert.fail();
  return { path, body };
}

test('a stream passes byte for byte, nothing is stored, and cached input costs what it costs', async () => {
  const events = eventsOf(...begin, completed);
  fixture.upstream.next(stream(() => events));
  const { status, body } = await send('responses', hello);
  assert.equal(status, 200);
  assert.equal(body, events.join('').replaceAll('"model":"up"', '"model":"both"'));
  assert.ok(lastSent().path.endsWith('/responses'));
  assert.deepEqual(lastSent().body, { ...hello, model: 'up', store: false });
  const row = await fixture.nextRow();
  assert.deepEqual([row.input_tokens, row.cached_tokens, row.output_tokens], [100, 80, 5]);
});

test('searches that the vendor ran are charged; tools whose cost nobody sees are refused before they are called', async () => {
  fixture.upstream.next(whole(JSON.stringify({ ...answered, output: [search, message] })));
  const free = await send('responses', { ...hello, stream: false, tools: [{ type: 'web_search' }] });
  assert.equal(free.status, 200, free.body);
  const row = await fixture.nextRow();
  assert.equal(Number(row.charge_exact), 1 + 0.00007);
  await must(fixture, 'PATCH', `/providers/${provider}`, { chat_dialects: ['responses'] });
  const calls = fixture.upstream.requests.length;
  const refused = await send('responses', { ...hello, tools: [{ type: 'image_generation' }] });
  assert.equal(refused.status, 400);
  assert.match(refused.body, /tools\[0\]/);
  assert.equal(fixture.upstream.requests.length, calls);
  await fixture.nextRow();
  await must(fixture, 'PATCH', `/providers/${provider}`, { chat_dialects: ['responses', 'chat-completions'] });
});

test('a stream that breaks ends with one failure of the protocol, and is free', async () => {
  const failed = {
    type: 'response.failed',
    response: { ...answered, status: 'failed', error: { code: 'server_error', message: 'x' } },
  };
  for (const rest of [[], [failed], [{ type: 'error', code: 'server_error', message: 'x' }]]) {
    fixture.upstream.next(stream(() => eventsOf(...begin, ...rest)));
    const { body } = await send('responses', hello);
    assert.equal(body.split('event: response.failed').length, 2, body);
    assert.ok(!body.includes('response.completed'));
    assert.equal(Number((await fixture.nextRow()).charge_exact), 0);
  }
});

test('a stream that its client leaves is worth what arrived, once, in every protocol', async () => {
  await must(fixture, 'PATCH', `/providers/${provider}`, { chat_dialects: ['responses'] });
  const text = 'x'.repeat(400);
  const item = { ...message, content: [{ type: 'output_text', text }] };
  const events = eventsOf(
    { type: 'response.output_text.delta', output_index: 1, content_index: 0, delta: text },
    { type: 'response.output_item.done', output_index: 1, item },
    { type: 'response.output_text.delta', output_index: 1, content_index: 0, delta: text },
  );
  for (const [path, body] of [
    ['responses', hello],
    ['chat/completions', { ...chat, stream: true }],
    ['messages', { ...chat, max_tokens: 1_000, stream: true }],
  ] as const) {
    const gate = new Gate();
    fixture.upstream.next(stream([...events, gate]));
    const client = await RawClient.open(fixture.port);
    client.send(postBytes(body, { key: fixture.key, path: `/v1/${path}` }));
    await client.until((received) => received.includes(text), 'the text is there');
    client.leave();
    const row = await fixture.nextRow();
    gate.open();
    assert.deepEqual([row.ending, row.output_tokens, Number(row.charge_exact)], ['client_left', text.length / 4, 0], path);
  }
  await must(fixture, 'PATCH', `/providers/${provider}`, { chat_dialects: ['responses', 'chat-completions'] });
});

test('a provider that refuses to seal or to summarize reasoning is asked again without, and remembered', async () => {
  const thinking = { model: 'both', max_tokens: 2_000, thinking: { type: 'enabled', budget_tokens: 1_024 } };
  const ask = { ...thinking, messages: [{ role: 'user', content: 'Hi' }] };
  const error = {
    message: 'Encrypted content is not supported with this model.',
    type: 'invalid_request_error',
    param: 'include',
  };
  fixture.upstream.next(refusal(400, { error }), whole(JSON.stringify(answered)), whole(JSON.stringify(answered)));
  for (let call = 0; call < 2; call += 1) {
    const { status, body } = await send('messages', ask);
    assert.equal(status, 200, body);
    assert.match(body, /Hello!/);
    await fixture.nextRow();
    assert.deepEqual([lastSent().body.include, lastSent().body.reasoning], [undefined, { effort: 'low' }]);
  }
});

test('a limit for the output that the protocol refuses is refused before the call, not raised', async () => {
  await must(fixture, 'PATCH', `/providers/${provider}`, { chat_dialects: ['responses'] });
  const calls = fixture.upstream.requests.length;
  const { status, body } = await send('chat/completions', { ...chat, max_completion_tokens: 5 });
  assert.equal(status, 400);
  assert.match(body, /`max_completion_tokens` was refused: .* below 16 tokens/);
  assert.equal(fixture.upstream.requests.length, calls);
  await fixture.nextRow();
});

test('a request whose content no other protocol has is refused by its field, in either protocol of agents', async () => {
  await must(fixture, 'PATCH', `/providers/${provider}`, { chat_dialects: ['chat-completions'] });
  const calls = fixture.upstream.requests.length;
  const odd = { type: 'hologram' };
  const bodies = [
    ['responses', { model: 'both', input: [odd] }, 'input[0]'],
    ['messages', { model: 'both', max_tokens: 50, messages: [{ role: 'user', content: [odd] }] }, 'messages[0].content[0]'],
  ] as const;
  for (const [path, asked, param] of bodies) {
    const { status, body } = await send(path, asked);
    assert.equal(status, 400, body);
    assert.ok(body.includes(param), body);
    await fixture.nextRow();
  }
  assert.equal(fixture.upstream.requests.length, calls);
});
