/** Goal: a client of the stock SDK changes only base address and key; every refusal arrives as the SDK's own error. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import OpenAI from 'openai';
import { withRelay } from '../gateway/with-relay.ts';
import { after as afterGate, chat, chatStreamWithError, refusal, stream } from '../scripted-upstream/behaviours.ts';
import { deltaEvent, goodUsage, streamHead, streamTail } from '../scripted-upstream/chat-bodies.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { must, newKey } from './scenario.ts';

type Question = OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;

const hello = { model: 'test/chat', messages: [{ role: 'user' as const, content: 'hi' }] };
const sandboxHello = { ...hello, model: 'sandbox/chat' };
const weather: OpenAI.Chat.ChatCompletionTool = {
  type: 'function',
  function: {
    name: 'get_weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
});
after(() => fixture.closeSettled());

function sdk(key = fixture.key, base = '/v1', options: object = {}): OpenAI {
  return new OpenAI({ apiKey: key, baseURL: `http://127.0.0.1:${String(fixture.port)}${base}`, maxRetries: 0, ...options });
}

/** A client that counts the requests it really sends. */
function countingSdk(key: string, maxRetries: number): { readonly client: OpenAI; readonly sent: () => number } {
  let sent = 0;
  const counted: typeof fetch = (input, init) => {
    sent += 1;
    return fetch(input, init);
  };
  return { client: sdk(key, '/v1', { maxRetries, fetch: counted }), sent: () => sent };
}

describe('the stock SDK', () => {
  test('chats, with the sandbox and with an upstream, and knows the request id', async () => {
    const sandbox = await sdk().chat.completions.create(sandboxHello);
    assert.match(sandbox.choices[0]?.message.content ?? '', /sandbox model; you said: hi/);
    assert.equal(sandbox.model, 'sandbox/chat');
    const answer = await sdk().chat.completions.create(hello);
    assert.equal(answer.choices[0]?.message.content, 'Hello there');
    assert.equal(answer.model, 'test/chat', 'the client sees the model it asked for');
    assert.deepEqual(answer.usage, goodUsage);
    const row = (await fixture.rows()).find(({ id }) => id === answer._request_id);
    assert.equal(row?.ending, 'complete');
  });

  test('completes prompts with chat models, whole and streamed', async () => {
    for (const model of ['sandbox/chat', 'test/chat']) {
      const answer = await sdk().completions.create({ model, prompt: 'hi' });
      const said = model === 'test/chat' ? 'Hello there' : 'you said: hi';
      assert.deepEqual([answer.object, answer.model, answer.choices[0]?.finish_reason], ['text_completion', model, 'stop']);
      assert.ok(answer.choices[0]?.text.includes(said));
      assert.ok((answer.usage?.total_tokens ?? 0) > 0);
      let text = '';
      const options = { stream: true, stream_options: { include_usage: true } } as const;
      const usages = [];
      for await (const chunk of await sdk().completions.create({ model, prompt: ['hi'], ...options })) {
        text += chunk.choices[0]?.text ?? '';
        usages.push(chunk.usage);
      }
      assert.ok(text.includes(said));
      assert.ok((usages.pop()?.total_tokens ?? 0) > 0);
    }
  });

  test('streams; usage comes only to a client that asked for it', async () => {
    for (const model of ['sandbox/chat', 'test/chat']) {
      let text = '';
      const seen = [];
      for await (const chunk of await sdk().chat.completions.create({ ...hello, model, stream: true })) {
        text += chunk.choices[0]?.delta.content ?? '';
        seen.push(chunk);
      }
      assert.ok(text.includes(model === 'test/chat' ? 'Hello there' : 'you said: hi'));
      assert.ok(seen.every((chunk) => chunk.usage === undefined && chunk.choices.length === 1 && chunk.model === model));
      const usages = [];
      const options = { include_usage: true };
      for await (const chunk of await sdk().chat.completions.create({ ...hello, model, stream: true, stream_options: options }))
        usages.push(chunk.usage);
      assert.ok((usages.pop()?.total_tokens ?? 0) > 0);
      assert.ok(usages.every((usage) => usage === null || usage === undefined));
    }
  });

  test('calls tools, whole and as streamed fragments, and sends the result back', async () => {
    const asked = { ...sandboxHello, tools: [weather], tool_choice: 'required' as const };
    const answer = await sdk().chat.completions.create(asked);
    const call = answer.choices[0]?.message.tool_calls?.[0];
    assert.ok(call?.type === 'function');
    assert.equal(call.function.name, 'get_weather');
    assert.equal(typeof JSON.parse(call.function.arguments).city, 'string');
    const streamed = await sdk().chat.completions.stream(asked).finalChatCompletion();
    const fragment = streamed.choices[0]?.message.tool_calls?.[0];
    assert.ok(fragment?.type === 'function');
    assert.deepEqual(fragment.function.arguments, call.function.arguments);
    const said = await sdk().chat.completions.create({
      ...sandboxHello,
      tools: [weather],
      messages: [
        ...sandboxHello.messages,
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: call.id, content: '21 degrees' },
      ],
    });
    assert.match(said.choices[0]?.message.content ?? '', /21 degrees/);
  });

  test('gets tool-call fragments of an upstream untouched', async () => {
    const calls = (index: number, rest: object): object => ({ tool_calls: [{ index, ...rest }] });
    fixture.upstream.next(
      stream((request) => [
        streamHead(request),
        deltaEvent(request, calls(0, { id: 'call_a', type: 'function', function: { name: 'get_weather', arguments: '' } })),
        deltaEvent(
          request,
          calls(1, { id: 'call_b', type: 'function', function: { name: 'get_weather', arguments: '{"city"' } }),
        ),
        deltaEvent(request, calls(0, { function: { arguments: '{"city":"北京"}' } })),
        deltaEvent(request, calls(1, { function: { arguments: ':"上海"}' } })),
        streamTail(request, { finishReason: 'tool_calls' }),
      ]),
    );
    const done = await sdk()
      .chat.completions.stream({ ...hello, tools: [weather] })
      .finalChatCompletion();
    const made = done.choices[0]?.message.tool_calls?.map((call) => call.type === 'function' && call.function.arguments);
    assert.deepEqual(made, ['{"city":"北京"}', '{"city":"上海"}']);
    assert.equal(done.choices[0]?.finish_reason, 'tool_calls');
  });

  test('sends pictures', async () => {
    const messages: Question['messages'] = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${'iVBORw0KGgo='.repeat(2000)}` } },
        ],
      },
    ];
    const seen = await sdk().chat.completions.create({ ...sandboxHello, messages });
    assert.match(seen.choices[0]?.message.content ?? '', /I see 1 image/);
    await sdk().chat.completions.create({ ...hello, messages });
    assert.deepEqual(fixture.upstream.requests.at(-1)?.body.messages, messages, 'an upstream gets the picture as it was sent');
  });

  test('lists and retrieves models whose names hold a slash', async () => {
    const ids = [];
    for await (const model of sdk().models.list()) ids.push(model.id);
    assert.ok(ids.includes('sandbox/chat') && ids.includes('test/chat'));
    for (const name of ['sandbox/chat', 'test/chat']) {
      const model = await sdk().models.retrieve(name);
      assert.deepEqual([model.id, model.object, typeof model.created], [name, 'model', 'number']);
    }
    const raw = await fetch(`http://127.0.0.1:${String(fixture.port)}/v1/models/test/chat`, {
      headers: { authorization: `Bearer ${fixture.key}` },
    });
    assert.equal(raw.status, 200, 'also when the slash is sent as it is');
    await raw.body?.cancel();
    await assert.rejects(sdk().models.retrieve('no/such'), (error) => error instanceof OpenAI.NotFoundError);
  });

  for (const base of ['/v1', '', '/', '/v1/', '/v1/v1', '//v1', '/v1//', '//v1//v1']) {
    test(`works with the base address ending in "${base}"`, async () => {
      const answer = await sdk(fixture.key, base).chat.completions.create(sandboxHello);
      assert.equal(answer.choices.length, 1);
      const { data } = await sdk(fixture.key, base).models.list();
      assert.ok(data.length > 0);
    });
  }

  test('works in a browser of any origin', async () => {
    const address = `http://127.0.0.1:${String(fixture.port)}/v1/chat/completions`;
    const wanted = 'authorization,content-type,x-stainless-arch,x-stainless-retry-count,openai-organization';
    const preflight = await fetch(address, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': wanted,
      },
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
    assert.equal(preflight.headers.get('access-control-allow-headers'), wanted);
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /POST/);
    const browser = sdk(fixture.key, '/v1', { dangerouslyAllowBrowser: true, defaultHeaders: { origin: 'https://app.example' } });
    const { response } = await browser.chat.completions.create(sandboxHello).withResponse();
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.match(response.headers.get('access-control-expose-headers') ?? '', /x-request-id.*retry-after/);
  });
});

type ErrorClass = new (...parameters: never[]) => InstanceType<typeof OpenAI.APIError>;

async function expectError(
  call: Promise<unknown>,
  kind: ErrorClass,
  code: string,
): Promise<InstanceType<typeof OpenAI.APIError>> {
  const error = await call.then(
    () => assert.fail('the call must fail'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof kind, String(error));
  assert.equal(error.code, code);
  assert.ok(error.message.length > 20, error.message);
  return error;
}

describe('an error arrives as the exception class of the SDK, with our code and a message that says what to do', () => {
  const ask = (key: string, body: Question = hello): Promise<unknown> => sdk(key).chat.completions.create(body);

  test('400: a bad parameter, named; also one the upstream refuses', async () => {
    const bad = { ...hello, messages: [] };
    const error = await expectError(ask(fixture.key, bad), OpenAI.BadRequestError, 'invalid_parameter');
    assert.equal(error.param, 'messages');
    assert.ok(error.requestID);
    fixture.upstream.next(
      refusal(400, { error: { message: 'temperature is too high', type: 'x', param: 'temperature', code: null } }),
    );
    const passedOn = await expectError(ask(fixture.key), OpenAI.BadRequestError, 'invalid_parameter');
    assert.equal(passedOn.param, 'temperature');
  });

  test('401: an unknown key, and one whose form is wrong', async () => {
    await expectError(ask(`${fixture.key.slice(0, -1)}!`), OpenAI.AuthenticationError, 'invalid_api_key');
    await expectError(ask('not-a-key'), OpenAI.AuthenticationError, 'invalid_api_key');
  });

  test('403: the source address or the model is not in the list', async () => {
    const byIp = await newKey(fixture, { ip_allow_list: ['203.0.113.9'] });
    await expectError(ask(byIp.key), OpenAI.PermissionDeniedError, 'ip_not_allowed');
    const byModel = await newKey(fixture, { model_allow_list: ['sandbox/chat'] });
    const error = await expectError(ask(byModel.key), OpenAI.PermissionDeniedError, 'model_not_allowed');
    assert.equal(error.type, 'not_allowed_error', 'a type that no aggregator switches a channel off for');
  });

  test('404: an unknown model, an unknown address', async () => {
    await expectError(ask(fixture.key, { ...hello, model: 'no-such-model' }), OpenAI.NotFoundError, 'model_not_found');
    await expectError(sdk().get('/no-such-address'), OpenAI.NotFoundError, 'unknown_url');
  });

  test('429: rate, concurrency, cap, balance', async () => {
    const rate = await newKey(fixture, { limits: { requests_per_minute: 1 } });
    await ask(rate.key);
    const limited = await expectError(ask(rate.key), OpenAI.RateLimitError, 'rate_limit_exceeded');
    assert.equal(limited.headers?.get('retry-after'), '60');

    const gate = new Gate();
    fixture.upstream.next(afterGate(gate, chat()));
    const slots = await newKey(fixture, { limits: { concurrency: 1 } });
    const first = ask(slots.key);
    await gate.reached;
    await expectError(ask(slots.key), OpenAI.RateLimitError, 'concurrency_limit_exceeded');
    gate.open();
    await first;

    const capped = await newKey(fixture, { daily_cap: '0' });
    const reached = await expectError(ask(capped.key), OpenAI.RateLimitError, 'daily_cap_reached');
    assert.match(reached.message, /resets at 2026-11-22/);
    const monthly = await newKey(fixture, { monthly_cap: '0' });
    await expectError(ask(monthly.key), OpenAI.RateLimitError, 'monthly_cap_reached');

    const poor: { readonly id: string } = await must(fixture, 'POST', '/accounts', { name: 'Poor', trial_credit: false });
    const key = await must(fixture, 'POST', `/accounts/${poor.id}/keys`, {});
    const exhausted = await expectError(ask(key.key), OpenAI.RateLimitError, 'balance_exhausted');
    assert.equal(exhausted.type, 'insufficient_quota');
  });

  test('500: a defect of ours', async () => {
    const defect = (): never => {
      throw new TypeError('a defect');
    };
    await withRelay(
      fixture.service.gateway,
      () => ({ toUpstream: defect }),
      async () => {
        const error = await expectError(ask(fixture.key), OpenAI.InternalServerError, 'internal_error');
        assert.equal(error.status, 500);
        assert.doesNotMatch(error.message, /TypeError|a defect/);
      },
    );
  });

  test('503: no route could serve', async () => {
    const error = await expectError(
      ask(fixture.key, { ...hello, model: 'test/unreachable' }),
      OpenAI.InternalServerError,
      'upstream_unavailable',
    );
    assert.equal(error.status, 503);
    assert.ok(error.headers?.get('retry-after'));
  });

  test('an error inside a stream', async () => {
    fixture.upstream.next(chatStreamWithError(['Hello ']));
    const chunks: unknown[] = [];
    const reading = (async () => {
      for await (const chunk of await sdk().chat.completions.create({ ...hello, stream: true })) chunks.push(chunk);
    })();
    await expectError(reading, OpenAI.APIError, 'upstream_unavailable');
    assert.equal(chunks.length, 2, 'what came before the break was delivered');
  });
});

describe('retries', () => {
  test('a cap or an empty balance is not tried again: one request reaches us', async () => {
    const capped = await newKey(fixture, { daily_cap: '0' });
    const { client, sent } = countingSdk(capped.key, 2);
    await assert.rejects(client.chat.completions.create(hello), OpenAI.RateLimitError);
    assert.equal(sent(), 1);
  });

  test('a 503 is tried again as `retry-after` says, and then succeeds', async () => {
    const { client, sent } = countingSdk(fixture.key, 2);
    // The platform itself tries three times before its client gets an error.
    fixture.upstream.next(...Array.from({ length: 6 }, () => refusal(503, undefined, { 'retry-after': '0' })));
    const answer = await client.chat.completions.create(hello);
    assert.equal(answer.choices[0]?.message.content, 'Hello there');
    assert.equal(sent(), 3);
  });
});
