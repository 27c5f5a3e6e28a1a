/** Goal: a model can have other names, which bypass no list and no price, and its end is announced with alternatives. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { refusal } from '../scripted-upstream/behaviours.ts';
import { addProvider, chatCall, must, newKey, passTime, question } from './scenario.ts';

let fixture: Fixture;

const byName = (model: string): object => ({ ...question, model });

async function put(model: string, parts: object): Promise<void> {
  await must(fixture, 'PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', ...parts });
}

beforeEach(async () => {
  fixture = await startFixture({ env: { TOLLGATE_TIME_ZONE: 'Asia/Shanghai' } });
  await addProvider(fixture, 'dear', { baseUrl: fixture.upstream.baseUrl, model: 'dear/chat' });
  const price = { input: '20', output: '80' };
  await put('dear/chat', { price, aliases: ['dear', 'best'], alternatives: ['test/chat', 'gone/model'], tier: 'premium' });
});

afterEach(() => fixture.closeSettled());

async function listed(key = fixture.key): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const url = `http://127.0.0.1:${String(fixture.port)}/v1/models`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  return ((await response.json()) as { data: Record<string, unknown>[] }).data;
}

async function code(key: string, model: string): Promise<string | number> {
  const { status, code: refused } = await chatCall(fixture, key, byName(model));
  return refused ?? status;
}

describe('a model that has other names', () => {
  test('is called by any of them, at its own price, and the log says what was asked for and what served it', async () => {
    const answer = await chatCall(fixture, fixture.key, byName('best'));
    assert.deepEqual([answer.status, (JSON.parse(answer.text) as { model: string }).model], [200, 'dear/chat']);
    const row = await fixture.nextRow();
    assert.deepEqual([row.model, row.trail, row.charge_exact], ['dear/chat', { asked: 'best' }, '0.00064']);
    assert.match(row.price_version ?? '', /^dear\/chat@/);
    await chatCall(fixture, fixture.key, byName('dear/chat'));
    assert.equal((await fixture.nextRow()).trail, null);
    const [card] = (await listed()).filter(({ id }) => id === 'dear/chat');
    assert.deepEqual([card?.aliases, card?.tier], [['dear', 'best'], 'premium']);
    const usage = await must(fixture, 'GET', `/usage?account_id=${fixture.accountId}&group_by=model`);
    assert.deepEqual((usage.data as { model: string; calls: number }[]).map(({ model, calls }) => [model, calls]), [['dear/chat', 2]]); // oxfmt-ignore
  });

  test('is allowed by a list under any of its names, and by no list without it', async () => {
    for (const [list, expected] of [
      [['dear/chat'], { 'dear/chat': 200, best: 200, dear: 200, 'test/chat': 'model_not_allowed' }],
      [['best'], { 'dear/chat': 200, best: 200, dear: 200, 'test/chat': 'model_not_allowed' }],
      [['test/chat'], { 'dear/chat': 'model_not_allowed', best: 'model_not_allowed', unknown: 'model_not_allowed' }],
    ] as const) {
      const { key } = await newKey(fixture, { model_allow_list: list });
      for (const [model, outcome] of Object.entries(expected))
        assert.equal(await code(key, model), outcome, `${list.join()} ${model}`);
      assert.equal((await listed(key)).some(({ id }) => id === 'dear/chat'), list[0] !== 'test/chat'); // oxfmt-ignore
    }
    const { warnings } = await must(fixture, 'POST', `/accounts/${fixture.accountId}/keys`, {
      model_allow_list: ['best', 'no/such'],
    });
    assert.equal((warnings as unknown[]).length, 1, 'an alias is a name that is known');
  });

  test('moves with its name: a list that has it lets in what it means now, and nothing that it meant before', async () => {
    const { key } = await newKey(fixture, { model_allow_list: ['best'] });
    await put('dear/chat', { aliases: ['dear'] });
    await put('test/chat', { aliases: ['best'] });
    assert.deepEqual([await code(key, 'best'), await code(key, 'test/chat'), await code(key, 'dear/chat')], [200, 200, 'model_not_allowed']); // oxfmt-ignore
  });

  test('shares none of them with another model', async () => {
    for (const [model, aliases] of [
      ['test/chat', ['best']],
      ['test/chat', ['dear/chat']],
      ['test/chat', ['x', 'x']],
      ['test/chat', ['test/chat']],
    ] as const) {
      const refused = await fixture.admin('PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', aliases });
      assert.equal(refused.status, 400, aliases.join());
      assert.match((refused.body as { error: { param: string } }).error.param, /^aliases\[/);
    }
    assert.equal((await fixture.admin('PUT', '/models/best', { kind: 'chat' })).status, 409);
    await must(fixture, 'PUT', `/models/${encodeURIComponent('dear/chat')}`, { kind: 'chat' });
    assert.equal(await code(fixture.key, 'best'), 200, 'what is left out stays');
  });
});

describe('a model that ends', () => {
  const shanghaiMidnight = (day: string): string => new Date(`${day}T00:00:00+08:00`).toUTCString();
  const dayFrom = (days: number): string =>
    new Date(fixture.clock.nowMs() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

  test('is announced on every answer and in the list, and from its day on, where the service is, refused with comparable models', async () => {
    const day = dayFrom(2);
    await put('dear/chat', { retirement_date: day });
    const before = await chatCall(fixture, fixture.key, byName('dear/chat'));
    assert.deepEqual([before.status, before.headers.get('sunset')], [200, shanghaiMidnight(day)]);
    assert.equal((await listed()).find(({ id }) => id === 'dear/chat')?.shutdown_date, day);
    assert.equal((await chatCall(fixture, fixture.key)).headers.get('sunset'), null);
    const leftMs = Date.parse(shanghaiMidnight(day)) - fixture.clock.nowMs();
    await passTime(fixture, leftMs - 1_000);
    assert.equal(await code(fixture.key, 'best'), 200);
    await passTime(fixture, 1_000);
    const asked = fixture.upstream.requests.length;
    for (const model of ['dear/chat', 'best']) {
      const refused = await chatCall(fixture, fixture.key, byName(model));
      assert.deepEqual([refused.status, refused.code], [404, 'model_retired']);
      assert.match(refused.text, new RegExp(`was retired on ${day}\\. Comparable models: test/chat\\.`));
    }
    assert.equal(fixture.upstream.requests.length, asked, 'nobody is asked');
    assert.ok(!(await listed()).some(({ id }) => id === 'dear/chat'));
    const shown = await must(fixture, 'GET', '/models?limit=100');
    const model = (shown.data as { name: string; sellable: boolean; not_sellable_because: string[] }[]).find(
      ({ name }) => name === 'dear/chat',
    );
    assert.deepEqual([model?.sellable, model?.not_sellable_because], [false, [`it was retired on ${day}`]]);
    await put('dear/chat', { retirement_date: null });
    assert.equal(await code(fixture.key, 'best'), 200);
  });

  test('is no longer suggested, and only models that the key can call are suggested', async () => {
    fixture.upstream.otherwise(refusal(500));
    assert.match((await chatCall(fixture, fixture.key, byName('dear/chat'))).text, /Comparable models: test\/chat\./);
    const { key } = await newKey(fixture, { model_allow_list: ['dear/chat'] });
    assert.doesNotMatch((await chatCall(fixture, key, byName('dear/chat'))).text, /Comparable/);
    await put('test/chat', { retirement_date: dayFrom(0) });
    assert.doesNotMatch((await chatCall(fixture, fixture.key, byName('dear/chat'))).text, /Comparable/);
  });
});
