/** Goal: several routes and keys save as much through the providers' prompt caches as a single one. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { whole } from '../scripted-upstream/behaviours.ts';
import { wholeChat } from '../scripted-upstream/chat-bodies.ts';
import { expectCached } from './prefix-caches.ts';
import { oneNode } from './routed-nodes.ts';
import { chatCall, must } from './scenario.ts';
import { newTenant } from './tenant.ts';

/** About 1,500 tokens. */
const system = 'You are an assistant of the harbour office and answer in one sentence. '.repeat(90);

let fixture: Fixture;

before(async () => {
  fixture = await startFixture();
});

after(() => fixture.closeSettled());

/** A model at separate providers, whose routes have these numbers of keys. */
async function offer(name: string, cachedInput: string, keys: readonly number[]): Promise<void> {
  await must(fixture, 'PUT', `/models/${name}`, { kind: 'chat', price: { input: '2', cached_input: cachedInput, output: '8' } });
  for (const [at, count] of keys.entries()) {
    const own = Array.from({ length: count }, (_, key) => ({ api_key: `${name}-${String(at)}-${String(key)}` }));
    await must(fixture, 'POST', '/providers', {
      name: `${name}-${String(at)}`,
      dialect: 'chat-completions',
      models: [{ model: name }],
      routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, keys: own }],
    });
  }
}

describe('the prompt cache', () => {
  test('is met at least 90 % as often over five keys of three routes as over a single one, cold and warm', async (t) => {
    t.diagnostic(await expectCached(oneNode(fixture)));
  });

  test('is met by the key that a client sends, although the beginnings differ, and the log says so to operators alone', async () => {
    await offer('named', '0.2', [1, 1]);
    const asked = fixture.upstream.requests.length;
    fixture.upstream.otherwise(whole((request) => wholeChat(request, 'Yes.')));
    const call = (user: string, key = fixture.key) =>
      chatCall(fixture, key, { model: 'named', messages: [{ role: 'user', content: user + system }], prompt_cache_key: 'ours' });
    for (let time = 0; time < 8; time += 1) assert.equal((await call(`${String(time)} `)).status, 200);
    const used = (): Set<unknown> => new Set(fixture.upstream.requests.slice(asked).map(({ headers }) => headers.authorization));
    assert.equal(used().size, 1);
    const [row] = await fixture.rows('&model=named');
    assert.deepEqual([row?.trail, (await must(fixture, 'GET', `/calls/${row?.id ?? ''}`)).trail], [null, { by: 'affinity' }]);
  });

  test('is another one for each account: what one sends does not steer the calls of another', async () => {
    await offer('apart', '0.2', [1, 1]);
    fixture.upstream.otherwise(whole((request) => wholeChat(request, 'Yes.')));
    const asked = fixture.upstream.requests.length;
    for (let tenant = 0; tenant < 24; tenant += 1) {
      const { key } = await newTenant(fixture);
      const messages = [{ role: 'user', content: system }];
      assert.equal((await chatCall(fixture, key, { model: 'apart', messages, prompt_cache_key: 'ours' })).status, 200);
    }
    const used = new Set(fixture.upstream.requests.slice(asked).map(({ headers }) => headers.authorization));
    assert.equal(used.size, 2);
  });
});
