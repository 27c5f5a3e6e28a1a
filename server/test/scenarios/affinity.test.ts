/** Goal: several routes and keys save as much through the providers' prompt caches as a single one. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { whole } from '../scripted-upstream/behaviours.ts';
import { wholeChat } from '../scripted-upstream/chat-bodies.ts';
import type { RecordedRequest } from '../scripted-upstream/scripted-exchange.ts';
import { chatCall, must } from './scenario.ts';
import { newTenant } from './tenant.ts';

const conversations = 24;
const turns = 6;
/** About 1,500 tokens. */
const system = 'You are an assistant of the harbour office and answer in one sentence. '.repeat(90);

interface Message {
  readonly role: string;
  readonly content: string;
}

/** Prompt caches of an upstream, one per key: a prompt is cached as far as it equals an earlier one. */
class Caches {
  readonly #longest = new Map<string, number>();
  cached = 0;
  input = 0;

  answer(request: RecordedRequest): string {
    const messages = request.body.messages as readonly Message[];
    const input = Math.ceil(JSON.stringify(messages).length / 4);
    const name = `${String(request.headers.authorization)} ${messages.find(({ role }) => role === 'user')?.content ?? ''}`;
    const cached = Math.min(this.#longest.get(name) ?? 0, input);
    this.#longest.set(name, input);
    this.cached += cached;
    this.input += input;
    const usage = {
      prompt_tokens: input,
      completion_tokens: 4,
      total_tokens: input + 4,
      prompt_tokens_details: { cached_tokens: cached },
    };
    return wholeChat(request, 'Yes.', { usage });
  }
}

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

/** The share of cached input, for concurrent conversations. */
async function hitRatio(model: string, more: (conversation: number) => object = () => ({})): Promise<number> {
  const caches = new Caches();
  fixture.upstream.otherwise(whole((request) => caches.answer(request)));
  for (let turn = 0; turn < turns; turn += 1)
    for (let conversation = 0; conversation < conversations; conversation += 1) {
      const said = Array.from({ length: turn + 1 }, (_, at) => [
        ...(at === 0 ? [] : [{ role: 'assistant', content: 'Yes.' }]),
        { role: 'user', content: `Question ${String(at)} of ship ${String(conversation)}: ${'is there a berth? '.repeat(20)}` },
      ]);
      const messages = [{ role: 'system', content: system }, ...said.flat()];
      const { status } = await chatCall(fixture, fixture.key, { model, messages, ...more(conversation) });
      assert.equal(status, 200);
    }
  return caches.cached / caches.input;
}

describe('the prompt cache', () => {
  test('is met at least 90 % as often over five keys of three routes as over a single one', async (t) => {
    await offer('single', '0.2', [1]);
    await offer('several', '0.2', [1, 1, 3]);
    await offer('spread', '2', [1, 1, 3]);
    const single = await hitRatio('single');
    const several = await hitRatio('several');
    const spread = await hitRatio('spread');
    const shown = [single, several, spread].map((ratio) => `${(100 * ratio).toFixed(1)} %`);
    t.diagnostic(
      `cached input with one key ${String(shown[0])}, with affinity ${String(shown[1])}, spread by weight ${String(shown[2])}`,
    );
    assert.ok(several >= 0.9 * single, shown.join());
    assert.ok(spread < 0.7 * single, 'without affinity, most turns meet a cold cache');
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
