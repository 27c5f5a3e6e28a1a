/**
 * Goal: no field of the model API answers differently for what another tenant has than for what nobody has. Method: on every operation of
 * the registry, names of a tenant's private models, in every state, and of its tasks, sent by another tenant over HTTP. Each answer, with
 * its headers and its row in the log, must equal that for a name which does not exist. Fields that could name something are found in the
 * schemas of requests.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { routingFields } from '@tollgate/contract/model-api/routing-fields';
import { modelKinds, type ModelKind } from '@tollgate/contract/enumerations';
import type { ModelEndpoint } from '../../src/endpoints/endpoint.ts';
import { localEndpoints, modelEndpoints } from '../../src/endpoints/registry.ts';
import { textsOf } from '../console/text-fields.ts';
import { must } from '../scenarios/scenario.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { formBytes, formHeaders, picture } from './raw-client.ts';

/** Fields that look like names, and what they are. */
const looksLikeAName = /(?:model|route|provider|upstream|account|fallback|file|key|id)s?(?:\[\])*$/i;
const known: Readonly<Record<string, string>> = {
  model: 'tested here',
  'messages[].tool_calls[].id': 'a name within the conversation',
  'messages[].tool_call_id': 'a name within the conversation',
  'metadata.user_id': 'a label of the client, which counts together with the account',
  prompt_cache_key: 'a label of the client, which counts together with the account',
};

let fixture: Fixture;
/** The other tenant. */
let theirKey = '';
let theirAccount = '';
let theirTask = '';

const modelOf = (kind: ModelKind): string => `theirs/${kind}`;
/** Of the same length, so that no limit distinguishes them. */
const nobodys = (name: string): string => name.replace('theirs', 'nobody');

async function publish(name: string, kind: ModelKind, more: object = {}): Promise<void> {
  const price = kind === 'chat' || kind === 'embedding' || kind === 'rerank' ? { input: '1', output: '1' } : { per_call: '1' };
  await must(fixture, 'PUT', `/models/${encodeURIComponent(name)}`, {
    kind,
    price: { input: '0', output: '0', ...price },
    confirm: true,
    ...more,
  });
}

before(async () => {
  fixture = await startFixture();
  theirAccount = String(
    (await must(fixture, 'POST', '/accounts', { name: 'Theirs', plan: 'dedicated', trial_credit: false })).id,
  );
  await must(fixture, 'POST', `/accounts/${theirAccount}/credits`, { amount: '100', reason: 'test', bucket: 'paid' });
  theirKey = String((await must(fixture, 'POST', `/accounts/${theirAccount}/keys`, {})).key);
  const names = [...modelKinds.map(modelOf), 'theirs/retired', 'theirs/unpriced'];
  await must(fixture, 'POST', '/providers', {
    name: 'theirs',
    dialect: 'chat-completions',
    account_id: theirAccount,
    routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'key-of-theirs' }],
    models: names.map((model) => ({ model, upstream_model: 'upstream-chat' })),
  });
  await must(fixture, 'PATCH', `/accounts/${theirAccount}`, { isolation: 'own_first' });
  for (const kind of modelKinds) await publish(modelOf(kind), kind, { aliases: [`theirs/alias-${kind}`] });
  await publish('theirs/retired', 'chat', { retirement_date: '2020-01-01', alternatives: ['test/chat'] });
  // What everybody sees of a shared model does not name theirs.
  await publish('test/chat', 'chat', { alternatives: [modelOf('chat')], fallback_model: modelOf('chat') });
});
after(() => fixture.closeSettled());

interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Differ between any two answers. */
const fresh = new Set(['date', 'x-request-id', 'request-id']);

async function ask(
  method: string,
  path: string,
  body?: { readonly bytes: string | Buffer; readonly type: string },
): Promise<Told & { readonly id: string }> {
  const answer = await fetch(`http://127.0.0.1:${String(fixture.port)}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${fixture.key}`, ...(body === undefined ? {} : { 'content-type': body.type }) },
    ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body.bytes)) }),
  });
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !fresh.has(name) && !name.includes('ratelimit')));
  const id = answer.headers.get('x-request-id') ?? '';
  return { status: answer.status, headers, text: (await answer.text()).replaceAll(id, '<id>'), id };
}

/** The answer, and what the log says of it, without the name. */
async function told(name: string, asked: Promise<Told & { readonly id: string }>) {
  const { id, ...answer } = await asked;
  const row = (await fixture.rows()).find((one) => one.id === id);
  const { request_time: _at, duration_ms: _took, first_token_ms: _first, ...logged } = row ?? {};
  return JSON.parse(
    JSON.stringify({ ...answer, logged })
      .replaceAll(name, '<name>')
      .replaceAll(id, '<id>'),
  ) as Told;
}

function post(endpoint: Pick<ModelEndpoint, 'path' | 'form'>, fields: Readonly<Record<string, unknown>>) {
  const { form, path } = endpoint;
  if (form === null) return ask('POST', path, { bytes: JSON.stringify(fields), type: 'application/json' });
  const parts = Object.entries(fields).map(([field, value]) => [
    field,
    form.files.has(field) ? { fileName: String(value), bytes: picture } : value,
  ]);
  return ask('POST', path, { bytes: formBytes(Object.fromEntries(parts)), type: formHeaders['content-type'] });
}

async function equal(name: string, send: (name: string) => Promise<Told & { readonly id: string }>): Promise<Told> {
  const answer = await told(name, send(name));
  assert.deepEqual(answer, await told(nobodys(name), send(nobodys(name))));
  return answer;
}

test('every field of a request that could name something is known', () => {
  for (const { name, document } of modelEndpoints) {
    const fields = new Set(textsOf(document.request.schema).map(({ path }) => path));
    assert.ok(fields.has('model'), name);
    assert.deepEqual(
      [...fields].filter((field) => looksLikeAName.test(field) && known[field] === undefined),
      [],
      name,
    );
  }
});

describe('a private model of another tenant is a model that does not exist', () => {
  const names = [
    ...modelKinds.flatMap((kind) => [modelOf(kind), `theirs/alias-${kind}`]),
    ...['theirs/retired', 'theirs/unpriced'],
  ];
  for (const endpoint of modelEndpoints)
    test(`${endpoint.method} /v1${endpoint.path}`, async () => {
      for (const name of names) {
        const { status, text } = await equal(name, (model) => post(endpoint, { ...endpoint.document.example, model }));
        assert.equal(status, 404, text);
      }
    });

  const counting = localEndpoints.filter((endpoint) => endpoint.hasBody === true);
  for (const { method, path } of counting)
    test(`${method} /v1${path}`, async () => {
      const example = modelEndpoints.find((each) => path.startsWith(each.path))?.document.example;
      for (const name of names) {
        const { status } = await equal(name, (model) => post({ path, form: null }, { ...example, model }));
        assert.equal(status, 404);
      }
    });

  test('GET /v1/models', async () => {
    for (const name of names) {
      const { status } = await equal(name, (model) => ask('GET', `/models/${model}`));
      assert.equal(status, 404);
    }
    for (const path of ['/models', '/models/test/chat']) assert.ok(!(await ask('GET', path)).text.includes('theirs/'), path);
  });

  test('but it serves its own tenant', async () => {
    const answer = await fetch(`http://127.0.0.1:${String(fixture.port)}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${theirKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'theirs/alias-chat', messages: [{ role: 'user', content: 'hi' }] }),
    });
    assert.equal(answer.status, 200, await answer.text());
  });

  test('it neither answers for a shared model, nor is advised, when that one fails', async () => {
    await must(fixture, 'PUT', '/models/test%2Funreachable', {
      kind: 'chat',
      alternatives: ['theirs/chat'],
      fallback_model: 'theirs/chat',
    });
    const { status, text } = await ask('POST', '/chat/completions', {
      bytes: JSON.stringify({ model: 'test/unreachable', messages: [{ role: 'user', content: 'hi' }] }),
      type: 'application/json',
    });
    assert.deepEqual([status, text.includes('theirs')], [503, false], text);
  });
});

test('fields with which other gateways choose an upstream do not reach that of another tenant', async () => {
  const [chat] = modelEndpoints;
  const reached = () =>
    fixture.upstream.requests.filter(({ headers }) => headers.authorization === 'Bearer key-of-theirs').length;
  const earlier = reached();
  assert.ok(chat !== undefined);
  for (const field of routingFields)
    for (const value of ['theirs', ['theirs'], { order: ['theirs'] }]) {
      const sent = (name: string) => JSON.parse(JSON.stringify(value).replace('theirs', name)) as unknown;
      await equal('theirs', (name) => post(chat, { ...chat.document.example, model: 'test/chat', [field]: sent(name) }));
    }
  assert.equal(reached(), earlier);
});

describe('a task of another tenant is a task that does not exist', () => {
  before(async () => {
    const answer = await fetch(`http://127.0.0.1:${String(fixture.port)}/v1/music/generations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${theirKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(modelEndpoints.find(({ kind }) => kind === 'music')?.document.example),
    });
    theirTask = ((await answer.json()) as { readonly id: string }).id;
    assert.match(theirTask, /^music_/);
  });

  for (const { method, path } of localEndpoints.filter(({ document }) => document.rest?.name === 'id'))
    test(`${method} /v1${path}`, async () => {
      const noTask = `${theirTask.slice(0, -6)}000000`;
      const send = (id: string) => ask(method, path.replace('*', id));
      const answer = await told(theirTask, send(theirTask));
      assert.equal(answer.status, 404);
      assert.deepEqual(answer, await told(noTask, send(noTask)));
    });

  test('GET /v1/music/generations', async () => {
    const noTask = `${theirTask.slice(0, -6)}000000`;
    const send = (id: string) => ask('GET', `/music/generations?after=${id}`);
    assert.deepEqual(await told(theirTask, send(theirTask)), await told(noTask, send(noTask)));
  });
});
