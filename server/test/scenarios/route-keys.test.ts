/** Goal: if one account at an upstream cannot serve a call, the next one does: a refused or exhausted key costs no call. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { postBytes, RawClient } from '../gateway/raw-client.ts';
import {
  after,
  chat,
  chatStream,
  chatStreamResetAfter,
  refusal,
  resetBeforeAnswer,
  stall,
} from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { chatCall, must, passTime } from './scenario.ts';

const model = 'keyed/model';
const ask = { model, messages: [{ role: 'user', content: 'hi' }] };
const secrets = ['upstream-secret-number-one', 'upstream-secret-number-two'] as const;

let fixture: Fixture;
let upstream: ScriptedUpstream;
let provider: { readonly id: string; readonly routes: readonly { readonly keys: readonly { readonly id: string }[] }[] };

async function withKeys(...keys: readonly object[]): Promise<void> {
  const route = { region: 'domestic', base_url: upstream.baseUrl };
  provider = await must(fixture, 'POST', '/providers', {
    name: 'keyed',
    dialect: 'chat-completions',
    models: [{ model }],
    routes: [{ ...route, keys }],
  });
}

beforeEach(async () => {
  fixture = await startFixture();
  upstream = await startScriptedUpstream();
  await must(fixture, 'PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', price: { input: '2', output: '8' } });
});

afterEach(async () => {
  try {
    await fixture.closeSettled();
  } finally {
    await upstream.close();
  }
});

const calledWith = (): readonly (string | undefined)[] =>
  upstream.requests.map(({ headers }) => headers.authorization?.toString().replace('Bearer ', ''));

async function keyStates(): Promise<readonly string[]> {
  const { routes } = await must(fixture, 'GET', `/providers/${provider.id}`);
  const [{ keys, health }] = routes as [{ keys: { health: { state: string } }[]; health: { state: string } }];
  return [...keys.map((key) => key.health.state), health.state];
}

describe('a route with two keys', () => {
  for (const [why, status] of [
    ['is throttled', 429],
    ['is refused', 401],
    ['has no money left', 402],
  ] as const) {
    test(`one ${why}: the call is served with the other, charged once, and the log says which key met what`, async () => {
      await withKeys({ api_key: secrets[0] }, { api_key: secrets[1], weight: 0 });
      upstream.next(refusal(status, { error: { message: `not with ${secrets[0]}` } }), chat('served'));
      assert.equal((await chatCall(fixture, fixture.key, ask)).status, 200);
      assert.deepEqual(calledWith(), secrets);
      const row = await fixture.nextRow();
      assert.deepEqual([row.attempts, row.route, row.ending, row.charge_exact], [2, 'keyed/domestic', 'complete', '0.000064']);
      const ids = provider.routes[0]?.keys.map(({ id }) => id);
      assert.deepEqual(row.attempt_log?.map(({ key }) => key), ids); // oxfmt-ignore
      assert.deepEqual(row.attempt_log?.map(({ fault }) => fault), [`the upstream answered with status ${String(status)}: not with …`, null]); // oxfmt-ignore
      assert.deepEqual(await keyStates(), ['ejected', 'healthy', 'healthy']);
      await chatCall(fixture, fixture.key, ask);
      assert.equal(calledWith().at(-1), secrets[1], 'the next call begins with the other');
      const shown = JSON.stringify([row, await must(fixture, 'GET', `/providers/${provider.id}`), await must(fixture, 'GET', '/audit-log')]); // oxfmt-ignore
      for (const secret of secrets) assert.ok(!shown.includes(secret));
    });
  }

  test('both throttled: the client gets 503, and the route is tried again when the first key is back', async () => {
    await withKeys({ api_key: secrets[0] }, { api_key: secrets[1] });
    upstream.otherwise(refusal(429, undefined, { 'retry-after': '20' }));
    const refused = await chatCall(fixture, fixture.key, ask);
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '20']);
    assert.deepEqual([...calledWith()].sort(), secrets);
    assert.deepEqual(await keyStates(), ['ejected', 'ejected', 'ejected']);
    upstream.otherwise(chat());
    await passTime(fixture, 20_000);
    assert.equal((await chatCall(fixture, fixture.key, ask)).status, 200);
  });
});

describe('the limits of a key', () => {
  test('one at once: two calls use both keys, and a third is refused without reaching the upstream', async () => {
    await withKeys(...secrets.map((api_key) => ({ api_key, limits: { concurrency: 1 } })));
    const gates = [new Gate(), new Gate()];
    upstream.next(...gates.map((gate) => after(gate, chat())));
    const calls = gates.map(() => chatCall(fixture, fixture.key, ask));
    await Promise.all(gates.map((gate) => gate.reached));
    assert.deepEqual([...calledWith()].sort(), secrets);
    const third = await chatCall(fixture, fixture.key, ask);
    assert.deepEqual([third.status, third.code, upstream.requests.length], [503, 'upstream_unavailable', 2]);
    assert.doesNotMatch(third.text, /every key|limits/);
    for (const gate of gates) gate.open();
    for (const call of calls) assert.equal((await call).status, 200);
    const [refused] = (await fixture.rows()).filter(({ status }) => status === 503);
    assert.match(refused?.error ?? '', /every key of its routes is at its limits/);
    assert.equal((await chatCall(fixture, fixture.key, ask)).status, 200);
  });

  test('a minute: beyond them the upstream is not asked', async () => {
    await withKeys({ api_key: secrets[0], limits: { requests_per_minute: 2 } });
    const statuses: number[] = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await chatCall(fixture, fixture.key, ask)).status);
    assert.deepEqual([statuses, upstream.requests.length], [[200, 200, 503], 2]);
    await passTime(fixture, 60_000);
    assert.equal((await chatCall(fixture, fixture.key, ask)).status, 200);
  });

  test('tokens a minute: expected ones count until the usage is known; beyond them another key serves, or the client gets a retry time', async () => {
    const asks = { ...ask, max_tokens: 1_000 };
    await withKeys({ api_key: secrets[0], limits: { tokens_per_minute: 1_500 } });
    const gate = new Gate();
    upstream.next(after(gate, chat('short')));
    const first = chatCall(fixture, fixture.key, asks);
    await gate.reached;
    const second = await chatCall(fixture, fixture.key, asks);
    assert.deepEqual([second.status, second.code, upstream.requests.length], [503, 'upstream_unavailable', 1]);
    const waitSeconds = Number(second.headers.get('retry-after'));
    assert.ok(waitSeconds > 55 && waitSeconds <= 61, `in ${String(waitSeconds)} s the first has left the window`);
    gate.open();
    assert.equal((await first).status, 200);
    await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
    assert.equal((await chatCall(fixture, fixture.key, asks)).status, 200, 'it was a short answer');
    upstream.next(refusal(400, { error: { message: 'odd', param: 'messages' } }));
    assert.equal((await chatCall(fixture, fixture.key, asks)).status, 400);
    assert.equal((await chatCall(fixture, fixture.key, asks)).status, 200, 'a refused request used none');
    await must(fixture, 'DELETE', `/providers/${provider.id}`);
    await withKeys({ api_key: secrets[0], limits: { tokens_per_minute: 1_500 } }, { api_key: secrets[1], weight: 0 });
    const gates = [new Gate(), new Gate()];
    const from = upstream.requests.length;
    upstream.next(...gates.map((each) => after(each, chat())));
    const calls = gates.map(() => chatCall(fixture, fixture.key, asks));
    await Promise.all(gates.map((each) => each.reached));
    assert.deepEqual(calledWith().slice(from).toSorted(), secrets);
    for (const each of gates) each.open();
    for (const call of calls) assert.equal((await call).status, 200);
  });

  test('however an attempt ends, its place is free again', async () => {
    await withKeys({ api_key: secrets[0], limits: { concurrency: 1 } });
    const stream = { ...ask, stream: true };
    const leave = async (body: object): Promise<void> => {
      const asked = upstream.requests.length;
      const client = await RawClient.open(fixture.port);
      client.send(postBytes(body, { key: fixture.key }));
      await fixture.waitFor(() => upstream.requests.length > asked);
      client.socket.resetAndDestroy();
      await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
    };
    for (const [behaviour, body] of [
      [chatStream(['a', 'b']), stream],
      [chatStreamResetAfter(['a', 'b'], 60), stream],
      [refusal(400, { error: { message: 'odd', param: 'messages' } }), ask],
      [refusal(500), ask],
      [resetBeforeAnswer(), ask],
    ] as const) {
      upstream.next(behaviour);
      await chatCall(fixture, fixture.key, body).catch(() => undefined);
      assert.equal((await chatCall(fixture, fixture.key, ask)).status, 200);
    }
    for (const body of [ask, stream]) {
      upstream.next(stall({ afterHead: body === stream }));
      await leave(body);
      assert.equal((await chatCall(fixture, fixture.key, ask)).status, 200);
    }
  });
});

describe('an administrator', () => {
  const patch = (keys: object): Promise<{ status: number; body: unknown }> =>
    fixture.admin('PATCH', `/providers/${provider.id}`, {
      routes: [{ region: 'domestic', base_url: upstream.baseUrl, ...keys }],
    });

  test('changes a key by its id without its secret, adds and removes others, and goes back to a single one', async () => {
    await withKeys({ api_key: secrets[0], limits: { concurrency: 9, tokens_per_minute: 80 } }, { api_key: secrets[1] });
    const [one, two] = (provider.routes[0]?.keys ?? []).map(({ id }) => id);
    const changed = await patch({
      keys: [{ id: one, weight: 3, limits: { requests_per_minute: 5 } }, { api_key: 'upstream-secret-number-three' }],
    });
    const shown = (changed.body as { routes: { keys: Record<string, unknown>[] }[] }).routes[0]?.keys ?? [];
    assert.deepEqual(
      shown.map(({ api_key_last4, weight, limits, enabled }) => [api_key_last4, weight, limits, enabled]),
      [
        ['-one', 3, { requests_per_minute: 5, tokens_per_minute: 80, concurrency: 9 }, true],
        ['hree', 1, { requests_per_minute: null, tokens_per_minute: null, concurrency: null }, true],
      ],
    );
    assert.equal(shown[0]?.id, one);
    assert.equal((await patch({ keys: [{ id: two }] })).status, 400, 'a key that was removed is gone');
    assert.equal((await patch({ keys: [{ id: one, enabled: false }, { api_key: secrets[1] }] })).status, 200);
    await chatCall(fixture, fixture.key, ask);
    assert.equal(calledWith().at(-1), secrets[1]);
    assert.equal((await patch({})).status, 200, 'routes that name no key keep theirs');
    assert.equal((await keyIds()).length, 2);
    assert.equal((await patch({ api_key: secrets[0] })).status, 200);
    assert.deepEqual(await keyIds(), [one]);
    await chatCall(fixture, fixture.key, ask);
    assert.equal(calledWith().at(-1), secrets[0]);
  });

  async function keyIds(): Promise<readonly string[]> {
    const { routes } = await must(fixture, 'GET', `/providers/${provider.id}`);
    return (routes as { keys: { id: string }[] }[]).flatMap(({ keys }) => keys.map(({ id }) => id));
  }

  test('gets the invalid field of the keys', async () => {
    await withKeys({ api_key: secrets[0] });
    for (const [keys, param] of [
      [{ api_key: 'a', keys: [{ api_key: 'b' }] }, 'routes[0].api_key'],
      [{ keys: [] }, 'routes[0].keys'],
      [{ keys: [{ weight: 2 }] }, 'routes[0].keys[0].api_key'],
      [{ keys: [{ id: 'rky_other' }] }, 'routes[0].keys[0].id'],
      [{ keys: [{ api_key: 'a' }, { api_key: 'a' }] }, 'routes[0].keys[1]'],
      [{ keys: [{ api_key: 'a', limits: { concurrency: 0 } }] }, 'routes[0].keys[0].limits.concurrency'],
      [{ keys: [{ api_key: 'a', weight: -1 }] }, 'routes[0].keys[0].weight'],
      [{ keys: [{ api_key: 'a b' }] }, 'routes[0].keys[0].api_key'],
    ] as const) {
      const { status, body } = await patch(keys);
      assert.deepEqual([status, (body as { error: { param: string } }).error.param], [400, param]);
    }
  });
});
