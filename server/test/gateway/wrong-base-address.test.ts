/** Goal: a wrong base URL and a deleted key are reported as such, however often they occur. */
import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import OpenAI from 'openai';
import { makeKeyValue } from '../../src/domain/tenants/key-value.ts';
import { createIds } from '../../src/platform/ids.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { startFixture, type Fixture } from './fixture.ts';

const ids = createIds(new VirtualClock());
const publicUrl = 'https://models.example.com';
const attemptsPerMinute = 60;
const lookupsPerSecond = 20;
const question = JSON.stringify({ model: 'test/chat', messages: [{ role: 'user', content: 'hi' }] });

interface Answer {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly retryAfterSeconds: number;
}

let fixture: Fixture;

before(async () => {
  fixture = await startFixture({
    env: {
      TOLLGATE_PUBLIC_URLS: `domestic=${publicUrl}`,
      TOLLGATE_FAILED_ATTEMPTS_PER_MINUTE: String(attemptsPerMinute),
      TOLLGATE_TRUSTED_PROXIES: '127.0.0.1',
    },
  });
});
after(() => fixture.closeSettled());

interface Sent {
  readonly method?: string;
  readonly key?: string | null;
  readonly from?: string;
}

/** Common parts of every request; a GET has no body. */
function requestOf({ method = 'POST', key = fixture.key, from = '203.0.113.1' }: Sent): RequestInit {
  const headers = { 'x-forwarded-for': from, ...(key === null ? {} : { authorization: `Bearer ${key}` }) };
  if (method !== 'POST') return { method, headers };
  return { method, headers: { ...headers, 'content-type': 'application/json' }, body: question };
}

async function ask(path: string, sent: Sent = {}): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${String(fixture.port)}${path}`, requestOf(sent));
  const text = await response.text();
  const { error } = (text.startsWith('{') ? JSON.parse(text) : {}) as { readonly error?: { code: string; message: string } };
  const { code = '', message = '' } = error ?? {};
  return { status: response.status, code, message, retryAfterSeconds: Number(response.headers.get('retry-after')) };
}

async function strays(sourceIp: string): Promise<readonly { readonly code: string; readonly fault: string }[]> {
  await fixture.service.storage.books.flush();
  const { data } = (await fixture.admin('GET', '/stray-refusals?limit=200')).body;
  return data.filter(({ source_ip }: { readonly source_ip: string }) => source_ip === sourceIp);
}

/** Every prefix that leads to no address, before every operation. */
const prefixes = [
  '/foo',
  '/api',
  '/api/v1',
  '/v2',
  '/V1',
  '/openai/v1',
  '/console/v1',
  '/v1/chat/completions',
  '/docs/v1',
  '//x/v1',
];

describe('a wrong base address gives 401 and names the right one', () => {
  test('for every operation of the registry below every unknown prefix', async () => {
    const { endpoints } = fixture.service.gateway;
    const operations = endpoints.filter(({ path }) => !path.endsWith('/*'));
    assert.ok(operations.some(({ path }) => path === '/chat/completions') && operations.some(({ path }) => path === '/models'));
    for (const { method, path, ...more } of operations) {
      const alsoAt = 'alsoAt' in more ? more.alsoAt : [];
      for (const prefix of prefixes.filter((one) => !alsoAt.includes(one + path))) {
        const answer = await ask(prefix + path, { method });
        assert.deepEqual([answer.status, answer.code], [401, 'wrong_base_address'], `${method} ${prefix}${path}`);
        assert.match(answer.message, /Incorrect API key provided/);
        assert.ok(answer.message.includes(`${publicUrl}/v1.`), answer.message);
        assert.ok(!/127\.0\.0\.1|localhost/.test(answer.message), 'no inner address where a public one is set');
        const row = await fixture.nextRow();
        assert.deepEqual([row.status, row.error_code, row.ending], [401, 'wrong_base_address', 'refused']);
      }
    }
  });

  test('the stock SDK raises its authentication error and does not repeat the call', async () => {
    let sent = 0;
    const client = new OpenAI({
      apiKey: fixture.key,
      baseURL: `http://127.0.0.1:${String(fixture.port)}/api/v1`,
      fetch: (input, init) => {
        sent += 1;
        return fetch(input, init);
      },
    });
    const messages = [{ role: 'user' as const, content: 'hi' }];
    for (const call of [() => client.chat.completions.create({ model: 'test/chat', messages }), () => client.models.list()]) {
      await assert.rejects(call, (error) => error instanceof OpenAI.AuthenticationError && error.code === 'wrong_base_address');
      await fixture.nextRow();
    }
    assert.equal(sent, 2);
  });

  test('it never counts as a failed attempt, whatever its key, and an unknown key leaves no row', async () => {
    const from = '203.0.113.20';
    for (let count = 0; count < 2 * attemptsPerMinute; count += 1) {
      const key = [null, 'sk-short', makeKeyValue(ids)][count % 3] ?? null;
      assert.deepEqual((await ask('/foo/v1/chat/completions', { key, from })).code, 'wrong_base_address');
    }
    assert.equal((await ask('/v1/models', { method: 'GET', key: makeKeyValue(ids), from })).code, 'invalid_api_key');
    assert.equal((await ask('/v1/models', { method: 'GET', from })).status, 200);
    await fixture.nextRow();
    assert.ok((await strays(from)).filter(({ code }) => code === 'wrong_base_address').length >= 10);
  });

  test('every address that exists stays what it is', async () => {
    assert.equal((await fixture.admin('GET', '/models')).status, 200);
    assert.equal((await ask('/api/admin/models', { method: 'GET' })).code, 'invalid_admin_token');
    assert.equal((await ask('/healthz', { method: 'GET', key: null })).status, 200);
    assert.equal((await ask('/openapi.json', { method: 'GET', key: null })).status, 200);
    assert.equal((await ask('/foo/models', { method: 'GET', key: null })).code, 'invalid_api_key', 'anything sends GET');
    for (const base of ['', '/v1', '/v1/v1']) {
      assert.equal((await ask(`${base}/chat/completions`)).status, 200, base);
      await fixture.nextRow();
      assert.equal((await ask(`${base}/models`, { method: 'GET' })).status, 200, base);
      await fixture.nextRow();
    }
  });

  test('an unknown operation below the right base is 404, says what there is and not to set what is set', async () => {
    for (const path of ['/v1/nothing', '/v1/chat', '/nothing']) {
      const { status, code, message } = await ask(path);
      assert.deepEqual([status, code], [404, 'unknown_url'], path);
      assert.ok(!/\bset\b/i.test(message), message);
      assert.ok(message.includes(`${publicUrl}/v1`) && message.includes('POST /chat/completions'), message);
      await fixture.nextRow();
    }
  });
});

/** Counts how often the directory queries the database. */
function countLookUps(context: TestContext): () => number {
  const { directory } = fixture.service.gateway;
  const find = directory.find.bind(directory);
  let asked = 0;
  context.mock.method(directory, 'find', (hash: Buffer, mayLoad?: boolean) => {
    const found = find(hash, mayLoad);
    if (found instanceof Promise && mayLoad !== false) asked += 1;
    return found;
  });
  return () => asked;
}

describe('beyond the failed attempts of an address', () => {
  const from = '203.0.113.30';
  const models = { method: 'GET', from };

  /** Within one second in which all look-ups are still available. */
  async function useUpAttempts(): Promise<void> {
    await fixture.service.storage.books.flush();
    fixture.clock.advance(1_000);
    for (let count = 0; count <= attemptsPerMinute; count += 1) await ask('/v1/models', { ...models, key: 'sk-short' });
  }

  async function newKey(): Promise<{ readonly id: string; readonly key: string }> {
    return (await fixture.admin('POST', `/accounts/${fixture.accountId}/keys`, {})).body;
  }

  test('a deleted key gets 401 however often it is used, and a valid one that was never used before is accepted', async () => {
    await useUpAttempts();
    const dead = await newKey();
    await fixture.admin('DELETE', `/keys/${dead.id}`);
    for (let count = 0; count < 2 * attemptsPerMinute; count += 1)
      assert.deepEqual((await ask('/v1/models', { ...models, key: dead.key })).code, 'invalid_api_key');
    const fresh = await newKey();
    assert.equal((await ask('/v1/models', { ...models, key: fresh.key })).status, 200);
    const known = await ask('/v1/models', models);
    assert.equal(known.status, 200, 'a key in memory needs no look-up');
  });

  test('guesses share a few look-ups a second; one of a wrong form or sent again takes none', async (context) => {
    await useUpAttempts();
    const lookUps = countLookUps(context);
    const repeated = makeKeyValue(ids);
    for (let count = 0; count < 100; count += 1) {
      const value = count % 2 === 0 ? makeKeyValue(ids) : repeated;
      assert.equal((await ask('/v1/models', { ...models, key: value })).code, 'too_many_failed_attempts');
      assert.equal((await ask('/v1/models', { ...models, key: `${value.slice(0, -1)}!` })).status, 429);
    }
    assert.equal(lookUps(), lookupsPerSecond);
    const fresh = await newKey();
    const unasked = await ask('/v1/models', { ...models, key: fresh.key });
    assert.deepEqual([unasked.status, unasked.retryAfterSeconds], [429, 1], 'when this second’s look-ups are taken');
    await fixture.service.storage.books.flush();
    fixture.clock.advance(1_000);
    assert.equal((await ask('/v1/models', { ...models, key: fresh.key })).status, 200, 'the next second has new ones');
    assert.equal((await ask('/v1/models', models)).status, 200);
    assert.ok((await strays(from)).length > 0);
  });
});
