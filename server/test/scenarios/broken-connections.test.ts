/** Goal: the value that can be taken by breaking connections is permanently limited, and nobody else is affected. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { chat, chatStream, stream } from '../scripted-upstream/behaviours.ts';
import { deltaEvent, streamHead } from '../scripted-upstream/chat-bodies.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { postBytes, RawClient } from '../gateway/raw-client.ts';
import { chatCall, must, passTime, question } from './scenario.ts';
import { newTenant, newTenantKey, type Tenant } from './tenant.ts';

const dayMs = 24 * 3_600_000;

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
  await must(fixture, 'POST', '/providers', {
    name: 'dear',
    dialect: 'chat-completions',
    routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'secret' }],
    models: ['dear', 'dearer', 'dearest'].map((model) => ({ model })),
  });
  for (const [model, per_call] of [
    ['dear', '0.06'],
    ['dearer', '0.9'],
    ['dearest', '4'],
  ]) {
    await must(fixture, 'PUT', `/models/${model ?? ''}`, {
      kind: 'chat',
      price: { input: '0', output: '0', per_call },
      confirm: true,
    });
  }
});
afterEach(() => fixture.expectSettled());
after(() => fixture.close());

const tenant = (account: object = {}) => newTenant(fixture, account);
const anotherKey = (of: Tenant) => newTenantKey(fixture, of);

/** Reads the start of a stream and disconnects; returns the status. */
async function breakOff(key: string, model: string): Promise<number> {
  const gate = new Gate();
  fixture.upstream.otherwise(chatStream(['Hello ', gate, 'there']));
  const client = await RawClient.open(fixture.port);
  client.send(postBytes({ ...question, model, stream: true }, { key }));
  await client.until((text) => text.includes('Hello') || text.includes('error'), 'some text');
  const status = client.received.includes('Hello') ? 200 : 429;
  client.leave();
  await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
  gate.open();
  return status;
}

const broken = ({ id }: Tenant) => must(fixture, 'GET', `/accounts/${id}/broken-connections`);

const freeCall = (key: string) => chatCall(fixture, key, { ...question, model: 'sandbox/chat' });

async function errorOf(key: string): Promise<{ readonly code: string; readonly message: string; readonly retry: string | null }> {
  const answer = await freeCall(key);
  assert.equal(answer.status, 429, answer.text);
  const { error } = JSON.parse(answer.text) as { readonly error: { readonly code: string; readonly message: string } };
  return { ...error, retry: answer.headers.get('x-should-retry') };
}

describe('broken connections', () => {
  test('a key that broke off more than 1 CNY may send 10 requests a minute, one at a time; the message names it', async () => {
    const some = await tenant();
    for (let round = 0; round < 17; round += 1) {
      assert.equal((await freeCall(some.key)).status, 200, 'not slowed down yet');
      assert.equal(await breakOff(some.key, 'dear'), 200);
    }
    const gate = new Gate();
    fixture.upstream.otherwise(chatStream(['Hello ', gate, 'there']));
    const running = chatCall(fixture, some.key, { ...question, model: 'dear', stream: true });
    await fixture.waitFor(() => fixture.service.gateway.state.running.size === 1);
    const refused = await errorOf(some.key);
    assert.equal(refused.code, 'too_many_broken_connections');
    assert.ok(refused.message.includes(some.key.slice(-4)), refused.message);
    assert.equal(refused.retry, null, 'waiting helps');
    gate.open();
    assert.equal((await running).status, 200);
    for (let call = 0; call < 9; call += 1) assert.equal((await freeCall(some.key)).status, 200);
    assert.equal((await errorOf(some.key)).code, 'too_many_broken_connections');
    const { slowed_keys: slowed, refused_until: until } = await broken(some);
    assert.deepEqual([slowed, until], [[some.keyId], null]);
    const other = await anotherKey(some);
    for (let call = 0; call < 15; call += 1) assert.equal((await freeCall(other.key)).status, 200, 'another key is not touched');
    await fixture.service.storage.books.flush();
    const { data } = await must(fixture, 'GET', `/accounts/${some.id}/notices`);
    assert.deepEqual(
      data.map(({ kind }: { kind: string }) => kind),
      ['broken_connections_key'],
    );
    await passTime(fixture, dayMs + 2 * 3_600_000);
    for (let call = 0; call < 15; call += 1) assert.equal((await freeCall(some.key)).status, 200);
  });

  test('an account that broke off more than 10 CNY is refused until there is room, with every key, and gets the time of that', async () => {
    const some = await tenant();
    let taken = 0;
    // A new key for each call, so that none is slowed down.
    while ((await breakOff((await anotherKey(some)).key, 'dearer')) === 200) taken += 0.9;
    assert.ok(taken > 10 && taken <= 10.9, String(taken));
    const refused = await errorOf(some.key);
    assert.deepEqual([refused.code, refused.retry], ['too_many_broken_connections', 'false']);
    const { refused_until: until, room, taken_24h: shown } = await broken(some);
    assert.match(refused.message, /until \d{4}-\d\d-\d\d \d\d:00 \(Asia\/Shanghai\)/);
    assert.deepEqual([room, Number(shown).toFixed(4)], ['0.0000', taken.toFixed(4)]);
    await fixture.service.storage.books.flush();
    const { data } = await must(fixture, 'GET', `/accounts/${some.id}/notices`);
    assert.ok(data.some(({ kind }: { kind: string }) => kind === 'broken_connections_account'));
    assert.equal((await freeCall(fixture.key)).status, 200, 'another account is not touched');
    await passTime(fixture, Date.parse(until) - fixture.clock.nowMs());
    assert.equal((await freeCall(some.key)).status, 200);
  });

  test('an operator exempts an account up to a sum, at once, and takes it back', async () => {
    const some = await tenant();
    while ((await breakOff((await anotherKey(some)).key, 'dearer')) === 200);
    await must(fixture, 'PATCH', `/accounts/${some.id}`, { broken_connections_exempt: '12' });
    assert.equal((await freeCall(some.key)).status, 200);
    assert.deepEqual(
      [await breakOff(some.key, 'dearer'), await breakOff(some.key, 'dearer')],
      [200, 200],
      '10.8 and 11.7 CNY are not above 12',
    );
    assert.equal(await breakOff(some.key, 'dearer'), 429, '12.6 CNY are');
    await must(fixture, 'PATCH', `/accounts/${some.id}`, { broken_connections_exempt: '100' });
    assert.equal((await freeCall(some.key)).status, 200);
    await must(fixture, 'PATCH', `/accounts/${some.id}`, { broken_connections_exempt: null });
    assert.equal((await freeCall(some.key)).status, 429);
  });

  test('100 calls at once take no more than the bound and one of them: calls in flight count before admission', async () => {
    const some = await tenant();
    const gate = new Gate();
    const calls = 40;
    fixture.upstream.otherwise(chatStream(['Hello ', gate, 'there']));
    const clients = await Promise.all(Array.from({ length: calls }, () => RawClient.open(fixture.port)));
    for (const client of clients) client.send(postBytes({ ...question, model: 'dearer', stream: true }, { key: some.key }));
    await Promise.all(
      clients.map((client) => client.until((text) => text.includes('Hello') || text.includes('error'), 'an answer')),
    );
    const refused = clients.filter((client) => client.received.includes('concurrency_limit_exceeded')).length;
    assert.equal(calls - refused, 11, '11 at 0.9 CNY fit into 10 CNY');
    for (const client of clients) client.leave();
    await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
    gate.open();
    const { taken_24h: taken } = await broken(some);
    assert.ok(Number(taken) <= 10, String(taken));
  });

  test('a single call above the bound still passes, alone', async () => {
    const some = await tenant();
    await must(fixture, 'PUT', '/models/dearest', {
      kind: 'chat',
      price: { input: '0', output: '0', per_call: '40' },
      confirm: true,
    });
    fixture.upstream.otherwise(chat());
    assert.equal((await chatCall(fixture, some.key, { ...question, model: 'dearest' })).status, 200);
  });

  test('a plan sets its own bounds', async () => {
    await must(fixture, 'PUT', '/plans/careful', {
      name: 'Careful',
      requests_per_minute: null,
      concurrency_ceiling: null,
      broken_connections: { key_amount: '0', key_percent: 0, account_amount: '0.05' },
    });
    const some = await tenant({ plan: 'careful' });
    assert.equal(await breakOff(some.key, 'dear'), 200);
    assert.equal((await errorOf(some.key)).retry, 'false');
    const { broken_connections: rules } = (await must(fixture, 'GET', '/plans')).data.find(
      ({ id }: { id: string }) => id === 'careful',
    );
    assert.deepEqual(rules, {
      key_amount: '0.0000',
      key_percent: 0,
      account_amount: '0.0500',
      account_percent: 30,
      account_month_percent: 10,
    });
  });

  test("an upstream's failure never counts, however much it was worth", async () => {
    const some = await tenant();
    for (let round = 0; round < 12; round += 1) {
      fixture.upstream.next(
        stream((request) => [streamHead(request), deltaEvent(request, { content: 'Hello' })], { ending: 'reset' }),
      );
      await chatCall(fixture, some.key, { ...question, model: 'dearer', stream: true });
    }
    const { taken_24h: taken, left_early_24h: early } = await broken(some);
    assert.deepEqual([taken, early], ['0.0000', '0.0000']);
  });
});
