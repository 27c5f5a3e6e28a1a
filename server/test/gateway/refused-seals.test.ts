/**
 * Goal: a conversation goes on when it changes to a provider of the same protocol that cannot read the thinking another one sealed: that
 * thinking is left out once the provider refuses it, for this request only. Method: the real service with a scripted upstream.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { must } from '../scenarios/scenario.ts';
import { refusal, whole } from '../scripted-upstream/behaviours.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { post } from './raw-client.ts';

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
  for (const dialect of ['messages', 'responses']) {
    await must(fixture, 'POST', '/providers', {
      name: dialect,
      chat_dialects: [dialect],
      models: [{ model: dialect, upstream_model: 'up' }],
      routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'k' }],
    });
    await must(fixture, 'PUT', `/models/${dialect}`, { kind: 'chat', price: { input: '1', output: '2' } });
  }
});
after(() => fixture.closeSettled());

const call = { type: 'tool_use', id: 'a', name: 'f', input: {} };
const messages = {
  path: '/v1/messages',
  body: {
    model: 'messages',
    max_tokens: 100,
    thinking: { type: 'adaptive' },
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm', signature: 'foreign' }, call] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }] },
    ],
  },
  refusals: [
    {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'messages.1.content.0: Invalid `signature` in `thinking` block' },
    },
  ],
  answer: {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'up',
    content: [{ type: 'text', text: 'Done' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 3, output_tokens: 1 },
  },
};
const responses = {
  path: '/v1/responses',
  body: {
    model: 'responses',
    input: [
      { role: 'user', content: 'Hi' },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'foreign' },
      { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: 'ok' },
    ],
  },
  refusals: [
    { error: { message: 'Invalid input', type: 'invalid_request_error', param: null, code: 'invalid_encrypted_content' } },
    { error: { message: 'The encrypted content gAAA could not be verified. Reason: it could not be parsed.', code: null } },
  ],
  answer: {
    id: 'r',
    object: 'response',
    model: 'up',
    status: 'completed',
    output: [{ id: 'm', type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done' }] }],
    usage: { input_tokens: 3, output_tokens: 1 },
  },
};

for (const { path, body, refusals, answer } of [messages, responses])
  test(`${path}: the refused thinking is left out, tool calls stay, and the next request is sent as it is`, async () => {
    for (const refused of [...refusals, ...refusals]) {
      fixture.upstream.next(refusal(400, refused), whole(JSON.stringify(answer)));
      const { status, body: text } = await post(fixture.port, body, { path, key: fixture.key });
      assert.equal(status, 200, text);
      assert.match(text, /Done/);
      const [first, second] = [await fixture.upstream.nextRequest(), await fixture.upstream.nextRequest()].map((sent) =>
        JSON.stringify(sent.body),
      );
      assert.match(first ?? '', /foreign/, 'nothing is remembered');
      assert.doesNotMatch(second ?? '', /foreign|"thinking"|"reasoning"/);
      assert.match(second ?? '', /"f"/);
      const row = await fixture.nextRow();
      assert.deepEqual([row.ending, row.attempts], ['complete', 1]);
    }
  });

test('a provider that refuses again, or refuses something else, is not asked without end', async () => {
  const [refused] = messages.refusals;
  fixture.upstream.next(refusal(400, refused), refusal(400, refused));
  const { status, body } = await post(fixture.port, messages.body, { path: messages.path, key: fixture.key });
  assert.equal(status, 400, body);
  for (let sent = 0; sent < 2; sent += 1) await fixture.upstream.nextRequest();
  assert.equal((await fixture.nextRow()).ending, 'refused');
  fixture.upstream.next(
    refusal(400, { type: 'error', error: { type: 'invalid_request_error', message: 'max_tokens: too large' } }),
  );
  assert.equal((await post(fixture.port, messages.body, { path: messages.path, key: fixture.key })).status, 400);
  await fixture.upstream.nextRequest();
  await fixture.nextRow();
});

test('a provider that requires thinking back gets it empty where it was left out, which is remembered', async () => {
  const refusals = [
    'malformed encrypted reasoning content: invalid base64url encoding',
    'The `content[].thinking` in the thinking mode must be passed back to the API.',
  ].map((message) => refusal(400, { error: { type: 'invalid_request_error', message } }));
  const answered = whole(JSON.stringify(messages.answer));
  for (const expected of [refusals, refusals.slice(0, 1)]) {
    fixture.upstream.next(...expected, answered);
    const { status, body } = await post(fixture.port, messages.body, { path: messages.path, key: fixture.key });
    assert.equal(status, 200, body);
    for (const _ of expected) await fixture.upstream.nextRequest();
    const { thinking, messages: turns } = (await fixture.upstream.nextRequest()).body as typeof messages.body;
    assert.deepEqual(
      [thinking, turns[1]?.content],
      [messages.body.thinking, [{ type: 'thinking', thinking: '', signature: '' }, call]],
    );
    assert.equal((await fixture.nextRow()).ending, 'complete');
  }
});
