/** Goal: calls of Messages at providers that speak it reach them as sent, cost what the provider reports, and are worth what arrived. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { must } from '../scenarios/scenario.ts';
import { stream, whole } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { postBytes, RawClient } from './raw-client.ts';

const model = 'test/messages';
const upstreamModel = 'upstream-messages';
const question = { model, max_tokens: 100, messages: [{ role: 'user', content: '你好 1.0' }] };

const event = (type: string, members: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
const input = { input_tokens: 10, cache_read_input_tokens: 20, cache_creation_input_tokens: 30, output_tokens: 1 };
const start = (name: string): string =>
  event('message_start', {
    message: { id: 'msg_1', type: 'message', role: 'assistant', model: name, content: [], usage: input },
  });
const words = (text: string): string => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } });
const opened = event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
const end = [
  event('content_block_stop', { index: 0 }),
  event('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 7 } }),
  event('message_stop', {}),
].join('');
const answer = (name: string): string => start(name) + opened + words('Hello') + words(' you') + end;
const wholeAnswer = (name: string): string =>
  `{"id":"msg_1", "model":"${name}","content":[{"type":"text","text":"Hi"}],"stop_reason":"end_turn","usage":${JSON.stringify({ ...input, output_tokens: 7 })}}`;
/** 60 tokens of input, of which 20 were cached, at 2 and 0.5 CNY per million; 7 of output at 8. */
const charge = (40 * 2 + 20 * 0.5 + 7 * 8) / 1e6;

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
  const addresses = { messages: { auth: { style: 'header', name: 'x-api-key' } } };
  for (const [priority, name] of ['first', 'second'].entries())
    await must(fixture, 'POST', '/providers', {
      name,
      priority,
      chat_dialects: ['chat-completions', 'messages'],
      models: [{ model, upstream_model: upstreamModel }],
      routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'k', addresses }],
    });
  const price = { input: '2', cached_input: '0.5', output: '8' };
  await must(fixture, 'PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', price });
});
after(() => fixture.closeSettled());

async function ask(body: object): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`http://127.0.0.1:${String(fixture.port)}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': fixture.key, 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

describe('a client of Messages at a provider that speaks it beside chat completions', () => {
  test('gets the bytes of the answer with its own name of the model, and pays what the provider reports', async () => {
    for (const isStream of [true, false]) {
      fixture.upstream.next(isStream ? stream([answer(upstreamModel)]) : whole(wholeAnswer(upstreamModel)));
      const body = { ...question, stream: isStream };
      const { status, text } = await ask(body);
      assert.deepEqual([status, text], [200, (isStream ? answer : wholeAnswer)(model)]);
      const request = await fixture.upstream.nextRequest();
      assert.match(request.path, /\/messages$/);
      assert.equal(request.bytes.toString(), JSON.stringify({ ...body, model: upstreamModel }));
      assert.deepEqual([request.headers['x-api-key'], request.headers['anthropic-version']], ['k', '2023-06-01']);
      const row = await fixture.nextRow();
      assert.deepEqual([row.ending, Number(row.charge_exact).toFixed(9)], ['complete', charge.toFixed(9)]);
    }
  });

  test('is served by the next route if the first one is overloaded, and is charged once', async () => {
    const overloaded = '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}';
    fixture.upstream.next(whole(overloaded, { status: 503 }), whole(wholeAnswer(upstreamModel)));
    assert.deepEqual(await ask(question), { status: 200, text: wholeAnswer(model) });
    await fixture.upstream.nextRequest();
    await fixture.upstream.nextRequest();
    const row = await fixture.nextRow();
    assert.deepEqual([row.ending, Number(row.charge_exact).toFixed(9)], ['complete', charge.toFixed(9)]);
  });

  test('that leaves is worth the text it received, not the output that the first event reports', async () => {
    const text = 'word '.repeat(80);
    fixture.upstream.next(stream([start(upstreamModel), opened, words(text), words('end'), new Gate()]));
    const client = await RawClient.open(fixture.port);
    client.send(postBytes({ ...question, stream: true }, { key: fixture.key, path: '/v1/messages' }));
    await fixture.upstream.nextRequest();
    await client.until((received) => received.includes('"end"'), 'the text is there');
    client.leave();
    const row = await fixture.nextRow();
    assert.deepEqual([row.ending, Number(row.charge_exact)], ['client_left', 0]);
    const outputTokens = Math.ceil((text.length + 'end'.length) / 4);
    assert.equal(Number(row.uncollected).toFixed(9), ((40 * 2 + 20 * 0.5 + outputTokens * 8) / 1e6).toFixed(9));
  });
});
