/**
 * Goal: a conversation is compacted by a provider that speaks Responses, byte for byte and at the price of its usage. Every other model
 * refuses with the reason, and an upstream without the operation stays in use for everything else. Method: the real service, a scripted
 * upstream and the official SDK.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import OpenAI, { BadRequestError } from 'openai';
import { must, newKey } from '../scenarios/scenario.ts';
import { chat, html, redirect, refusal, whole } from '../scripted-upstream/behaviours.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { formBytes, formHeaders, picture, post, type RawAnswer } from './raw-client.ts';

let fixture: Fixture;
const providers: Record<string, string> = {};
before(async () => {
  fixture = await startFixture();
  const upstreams = {
    responses: { chat_dialects: ['responses', 'chat-completions'] },
    chat: { chat_dialects: ['chat-completions'] },
    both: { chat_dialects: ['chat-completions', 'responses'] },
    image: { chat_dialects: ['chat-completions'], dialects: { image: 'images' } },
  };
  for (const [name, protocols] of Object.entries(upstreams)) {
    const { id } = (await must(fixture, 'POST', '/providers', {
      name,
      ...protocols,
      models: [{ model: `of/${name}`, upstream_model: 'up' }],
      routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'k' }],
    })) as { readonly id: string };
    providers[name] = id;
    const kind = name === 'image' ? name : 'chat';
    await must(fixture, 'PUT', `/models/of%2F${name}`, {
      kind,
      price: { input: '1', output: '2', per_call: kind === 'image' ? '0.2' : '0' },
    });
  }
});
after(() => fixture.closeSettled());

const input = [
  { type: 'message', role: 'user', content: 'Create a page.' },
  { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.', annotations: [] }] },
];
const usage = { input_tokens: 139, input_tokens_details: { cached_tokens: 0 }, output_tokens: 438, total_tokens: 577 };
const item = { id: 'cmp_1', type: 'compaction', encrypted_content: 'gAAAAABpM0Yj' };
const compacted = { id: 'resp_1', object: 'response.compaction', created_at: 1_764_967_971, output: [input[0], item], usage };

const answers = (body: object = compacted) => whole(JSON.stringify(body));

function compact(fields: object): Promise<RawAnswer> {
  return post(fixture.port, { input, ...fields }, { path: '/v1/responses/compact', key: fixture.key });
}

function errorOf({ status, body }: RawAnswer): readonly unknown[] {
  const { error } = JSON.parse(body) as { readonly error: { readonly code: string; readonly param: string | null } };
  return [status, error.code, error.param];
}

async function free(): Promise<string> {
  const row = await fixture.nextRow();
  assert.equal(Number(row.charge_exact), 0);
  return row.ending;
}

test('the official SDK gets the items of the provider, which the next call sends back to it as they are', async () => {
  const sdk = new OpenAI({ apiKey: fixture.key, baseURL: `http://127.0.0.1:${String(fixture.port)}/v1`, maxRetries: 0 });
  fixture.upstream.next(answers());
  const { output, usage: counted } = await sdk.responses.compact({
    model: 'of/both',
    input: input as never,
    prompt_cache_key: 'k',
  });
  assert.deepEqual([output, counted], [compacted.output, usage]);
  const { path, body } = fixture.upstream.requests.at(-1) ?? assert.fail();
  assert.ok(path.endsWith('/responses/compact'), path);
  assert.deepEqual(body, { model: 'up', input, prompt_cache_key: 'k' });
  const row = await fixture.nextRow();
  assert.deepEqual([row.endpoint, row.ending, Number(row.charge_exact)], ['responses.compact', 'complete', 0.001015]);

  const message = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes?' }] };
  fixture.upstream.next(answers({ id: 'r', object: 'response', status: 'completed', model: 'up', output: [message], usage }));
  await sdk.responses.create({ model: 'of/both', input: output as never });
  assert.deepEqual(fixture.upstream.requests.at(-1)?.body.input, compacted.output);
  await fixture.nextRow();
});

test('a request that the vendor would refuse is sent without what says nothing, and a stream is refused', async () => {
  fixture.upstream.next(answers());
  const { status } = await compact({
    model: 'of/responses',
    stream: false,
    store: false,
    provider: { only: ['x'] },
    prompt_cache_key: 'k',
  });
  assert.equal(status, 200);
  assert.deepEqual(fixture.upstream.requests.at(-1)?.body, { model: 'up', input, prompt_cache_key: 'k' });
  await fixture.nextRow();
  for (const [fields, param] of [
    [{ stream: true }, 'stream'],
    [{ previous_response_id: 'resp_1' }, 'previous_response_id'],
    [{ input: null }, 'input'],
  ] as const) {
    const refused = await compact({ model: 'of/responses', ...fields });
    assert.deepEqual([refused.status, errorOf(refused)[2]], [400, param]);
    await free();
  }
});

test('models of providers in other protocols refuse the operation by name, without a call', async () => {
  const calls = fixture.upstream.requests.length;
  assert.deepEqual(errorOf(await compact({ model: 'of/chat' })), [400, 'unsupported_operation', 'model']);
  assert.equal(await free(), 'refused');
  assert.equal(fixture.upstream.requests.length, calls);
});

const isAbsent = [400, 'unsupported_operation'] as const;
const isUnclear = [503, 'upstream_unavailable'] as const;

/** What servers answer at an address that they do not have. */
const withoutOperation = [
  ...[404, 405, 501].map((status) => [String(status), refusal(status, { detail: 'Not Found' }), isAbsent] as const),
  ['404 with a page', html(404), isAbsent],
  ['a page', html(), isAbsent],
  ['an error in an answer', whole(JSON.stringify({ error: { code: 404, message: 'Not Found' } })), isAbsent],
  ['a type of error in an answer', whole(JSON.stringify({ error: { type: 'not_found_error', message: 'x' } })), isAbsent],
  ['500 not implemented', refusal(500, { error: { message: 'not implemented', type: 'relay_error' } }), isAbsent],
  ['a redirect', redirect('http://127.0.0.1:1/'), isUnclear],
  ['410', refusal(410), isUnclear],
  ['nothing', whole(''), isUnclear],
  ['null', whole('null'), isUnclear],
  ['another object', whole(JSON.stringify({ id: 'x', object: 'chat.completion', choices: [] })), isUnclear],
] as const;

test('an upstream without the operation says so to the client, and serves all other calls as before', async () => {
  const edit = (): Promise<RawAnswer> => {
    const form = formBytes({ model: 'of/image', prompt: 'x', image: { fileName: 'a.png', bytes: picture } });
    return post(fixture.port, form, { path: '/v1/images/edits', key: fixture.key, headers: formHeaders });
  };
  for (const [name, send] of [
    ['responses', () => compact({ model: 'of/responses' })],
    ['image', edit],
  ] as const)
    for (const [what, behaviour, expected] of withoutOperation) {
      fixture.upstream.otherwise(behaviour);
      for (let call = 0; call < 12; call += 1) {
        assert.deepEqual(errorOf(await send()).slice(0, 2), expected, `${name}: ${what}`);
        await free();
      }
      const { routes } = (await must(fixture, 'GET', `/providers/${providers[name] ?? ''}`)) as {
        readonly routes: readonly { readonly health: { readonly state: string } }[];
      };
      assert.deepEqual(
        routes.map(({ health }) => health.state),
        ['healthy'],
        `${name}: ${what}`,
      );
    }
  fixture.upstream.otherwise(chat());
  const { status } = await post(
    fixture.port,
    { model: 'of/responses', messages: [{ role: 'user', content: 'Hi' }] },
    { path: '/v1/chat/completions', key: fixture.key },
  );
  assert.equal(status, 200);
  await fixture.nextRow();
});

test('a model that the upstream does not know, and a failure, are what they are for every operation', async () => {
  for (const behaviour of [
    refusal(404, { error: { code: 'model_not_found', message: 'The model `up` does not exist' } }),
    refusal(500),
  ]) {
    fixture.upstream.otherwise(behaviour);
    assert.deepEqual(errorOf(await compact({ model: 'of/both' })).slice(0, 2), [503, 'upstream_unavailable']);
    await free();
  }
});

test('of two routes the one that has the operation serves it, whatever the other answers in its place', async () => {
  await must(fixture, 'POST', '/providers', {
    name: 'second',
    chat_dialects: ['responses'],
    priority: 200,
    models: [{ model: 'of/responses', upstream_model: 'has-it' }],
    routes: [{ region: 'domestic', base_url: `${fixture.upstream.baseUrl}/second`, api_key: 'k' }],
  });
  fixture.upstream.script('has-it', answers());
  for (const [what, behaviour] of withoutOperation) {
    fixture.upstream.otherwise(behaviour);
    assert.equal((await compact({ model: 'of/responses' })).status, 200, what);
    assert.equal(Number((await fixture.nextRow()).charge_exact), 0.001015, what);
  }
  const { data } = (await must(fixture, 'GET', '/providers')) as {
    readonly data: readonly { readonly id: string; readonly name: string }[];
  };
  await must(fixture, 'DELETE', `/providers/${data.find(({ name }) => name === 'second')?.id ?? ''}`);
});

test('a provider that is disabled offers nothing, and does not make a refusal of the others temporary', async () => {
  const enable = (name: string, enabled: boolean) =>
    must(fixture, 'PATCH', `/providers/${providers[name] ?? ''}`, {
      enabled,
      models: [{ model: 'of/chat', upstream_model: 'up' }],
    });
  const before = fixture.upstream.requests.length;
  await enable('responses', false);
  assert.deepEqual(errorOf(await compact({ model: 'of/chat' })).slice(0, 2), isAbsent);
  await free();
  await enable('chat', false);
  assert.deepEqual(errorOf(await compact({ model: 'of/chat' })).slice(0, 2), isUnclear);
  await free();
  assert.equal(fixture.upstream.requests.length, before);
  await enable('chat', true);
  await must(fixture, 'PATCH', `/providers/${providers.responses ?? ''}`, {
    enabled: true,
    models: [{ model: 'of/responses', upstream_model: 'up' }],
  });
});

test('a key for domestic routes is refused for its restriction if only a route abroad has the operation', async () => {
  await must(fixture, 'POST', '/providers', {
    name: 'abroad',
    chat_dialects: ['responses'],
    models: [{ model: 'of/chat', upstream_model: 'up' }],
    routes: [{ region: 'overseas', base_url: `${fixture.upstream.baseUrl}/abroad`, api_key: 'k' }],
  });
  const { key } = await newKey(fixture, { domestic_only: true });
  const { status, body } = await post(fixture.port, { model: 'of/chat', input }, { path: '/v1/responses/compact', key });
  assert.deepEqual(
    [status, (JSON.parse(body) as { readonly error: { readonly code: string } }).error.code],
    [403, 'no_domestic_route'],
  );
  assert.match(body, /none for this operation/);
  await free();
});

const model = { kind: 'chat', price: { input: '1', output: '2' }, output_limit: null, fallback_model: null };

test('no other model compacts a conversation that the requested one could not read afterwards', async () => {
  await must(fixture, 'PUT', '/models/of%2Fresponses', { ...model, fallback_model: 'of/both' });
  fixture.upstream.otherwise(refusal(500));
  const before = fixture.upstream.requests.length;
  assert.deepEqual(errorOf(await compact({ model: 'of/responses' })).slice(0, 2), isUnclear);
  await free();
  assert.equal(fixture.upstream.requests.length, before + 1);
  await must(fixture, 'PUT', '/models/of%2Fresponses', model);
});

test('the items of a large answer are charged by the same rule as those of a small one if usage is missing', async () => {
  await must(fixture, 'PUT', '/models/of%2Fresponses', { ...model, output_limit: 1_000_000 });
  for (const characters of [40_000, 400_000]) {
    const output = [
      { ...input[0], content: 'x'.repeat(characters) },
      { ...item, encrypted_content: 'A'.repeat(characters) },
    ];
    fixture.upstream.next(answers({ ...compacted, output, usage: undefined }));
    assert.equal((await compact({ model: 'of/responses' })).status, 200);
    await fixture.advanceUntilOver(60_000);
    const row = await fixture.nextRow();
    assert.deepEqual([row.usage_estimated, row.output_tokens], [true, characters / 4]);
  }
  await must(fixture, 'PUT', '/models/of%2Fresponses', model);
});

test('an answer without items, or with an error, is none and is free', async () => {
  for (const body of [
    { ...compacted, output: [] },
    { ...compacted, output: undefined },
    { ...compacted, error: { message: 'x' } },
    [],
  ]) {
    fixture.upstream.otherwise(answers(body));
    const { status } = await compact({ model: 'of/responses' });
    assert.equal(status, 503, JSON.stringify(body));
    await free();
  }
});

test('a strict key sets aside what the longest output costs, because no field limits this one', async () => {
  fixture.upstream.otherwise(answers());
  for (const [cap, expected] of [
    ['0.1', [429, 'cap_reserved']],
    ['1', [200, undefined]],
  ] as const) {
    const { key } = await newKey(fixture, { strict: true, daily_cap: cap });
    const fields = { model: 'of/responses', input, max_output_tokens: 77 };
    const { status, body } = await post(fixture.port, fields, { path: '/v1/responses/compact', key });
    const { error } = JSON.parse(body) as { readonly error?: { readonly code: string } };
    assert.deepEqual([status, error?.code], expected);
    await fixture.nextRow();
  }
});

test('a conversation that one provider compacted is asked of the next one, if the first cannot read it', async () => {
  for (const name of ['one', 'two'])
    await must(fixture, 'POST', '/providers', {
      name,
      chat_dialects: ['responses'],
      models: [{ model: 'of/two', upstream_model: name }],
      routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'k' }],
    });
  await must(fixture, 'PUT', '/models/of%2Ftwo', { kind: 'chat', price: { input: '1', output: '2' } });
  const unreadable = refusal(400, { error: { message: 'Invalid input', code: 'invalid_encrypted_content' } });
  const send = (): Promise<RawAnswer> =>
    post(fixture.port, { model: 'of/two', input: compacted.output }, { path: '/v1/responses', key: fixture.key });
  const message = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes?' }] };
  const from = fixture.upstream.requests.length;
  fixture.upstream.next(
    unreadable,
    unreadable,
    answers({ id: 'r', object: 'response', status: 'completed', output: [message], usage }),
  );
  assert.equal((await send()).status, 200);
  assert.equal((await fixture.nextRow()).attempts, 2);
  const asked = fixture.upstream.requests.slice(from).map(({ body }) => body.model);
  assert.equal(new Set(asked).size, 2, asked.join());
  fixture.upstream.otherwise(unreadable);
  assert.deepEqual(errorOf(await send()).slice(0, 2), [400, 'invalid_parameter']);
  await free();
});

test('a refusal of the vendor reaches the SDK as one', async () => {
  fixture.upstream.otherwise(
    refusal(400, { error: { message: 'Invalid input', type: 'invalid_request_error', param: 'input', code: null } }),
  );
  const sdk = new OpenAI({ apiKey: fixture.key, baseURL: `http://127.0.0.1:${String(fixture.port)}/v1`, maxRetries: 0 });
  await assert.rejects(sdk.responses.compact({ model: 'of/responses', input: 'x' }), BadRequestError);
  await free();
});
