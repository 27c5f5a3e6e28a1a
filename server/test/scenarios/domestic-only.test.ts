/** Goal: calls that must stay in the country do: they are refused with a reason rather than sent abroad, whatever else fails. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { refusal, resetBeforeAnswer } from '../scripted-upstream/behaviours.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { chatCall, must, newKey } from './scenario.ts';

const model = 'far/model';
const ask = { model, messages: [{ role: 'user', content: 'hi' }] };

let fixture: Fixture;
let home: ScriptedUpstream;
let abroad: ScriptedUpstream;

async function addRoute(name: string, region: string, baseUrl: string, priority: number): Promise<void> {
  const routes = [{ region, base_url: baseUrl, api_key: `key-of-${name}` }];
  await must(fixture, 'POST', '/providers', { name, dialect: 'chat-completions', routes, models: [{ model }], priority });
}

beforeEach(async () => {
  fixture = await startFixture();
  [home, abroad] = [await startScriptedUpstream(), await startScriptedUpstream()];
  await must(fixture, 'PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', price: { input: '2', output: '8' } });
  await addRoute('abroad', 'overseas', abroad.baseUrl, 1);
});

afterEach(async () => {
  try {
    await fixture.closeSettled();
  } finally {
    await Promise.all([home.close(), abroad.close()]);
  }
});

async function listed(key: string): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${String(fixture.port)}/v1/models`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return (await response.text()).includes(`"${model}"`);
}

/** Settings that keep calls in the country. */
const words: Readonly<Record<string, () => Promise<string>>> = {
  'of the key': async () => (await newKey(fixture, { domestic_only: true })).key,
  'of the account, whatever the key says': async () => {
    await must(fixture, 'PATCH', `/accounts/${fixture.accountId}`, { domestic_only: true });
    return (await newKey(fixture, { domestic_only: false })).key;
  },
  'of the key that this one replaced': async () => {
    const { id } = await newKey(fixture, { domestic_only: true });
    return (await must(fixture, 'POST', `/keys/${id}/reset`)).key as string;
  },
};

describe('a call that may not leave the country', () => {
  for (const [whose, keyOf] of Object.entries(words)) {
    test(`by the word ${whose}: with routes abroad alone it is refused, no connection is opened, and nothing is charged`, async () => {
      const key = await keyOf();
      const refused = await chatCall(fixture, key, ask);
      assert.deepEqual([refused.status, refused.code], [403, 'no_domestic_route']);
      assert.match(refused.text, /can use only domestic routes/);
      assert.deepEqual([abroad.connections, abroad.requests.length], [0, 0]);
      const [row] = await fixture.rows();
      assert.deepEqual([row?.status, row?.attempts, row?.region, Number(row?.charge_exact)], [403, 0, null, 0]);
      assert.match(row?.error ?? '', /no domestic route/);
      assert.equal(await listed(key), false, 'nor is the model on its list');
    });
  }

  test('goes home where there is a route, whatever its priority, and never abroad when that fails', async () => {
    await addRoute('home', 'domestic', home.baseUrl, 900);
    const { key } = await newKey(fixture, { domestic_only: true });
    assert.equal(await listed(key), true);
    assert.equal((await fixture.nextRow()).endpoint, 'models.list');
    assert.equal((await chatCall(fixture, key, ask)).status, 200);
    assert.equal((await fixture.nextRow()).region, 'domestic');
    for (const behaviour of [refusal(500), refusal(429), refusal(401), resetBeforeAnswer()]) {
      home.otherwise(behaviour);
      const failed = await chatCall(fixture, key, ask);
      assert.deepEqual([failed.status, failed.code], [503, 'upstream_unavailable']);
    }
    assert.deepEqual([abroad.connections, abroad.requests.length], [0, 0]);
  });
});

test('others go abroad, and the log says so', async () => {
  assert.equal((await chatCall(fixture, fixture.key, ask)).status, 200);
  const row = await fixture.nextRow();
  assert.deepEqual([row.route, row.region, abroad.requests.length], ['abroad/overseas', 'overseas', 1]);
});

test('the word is in force from the answer on, in both directions, and a key shows what holds for it', async () => {
  const shown = async (): Promise<unknown> => {
    const url = `http://127.0.0.1:${String(fixture.port)}/v1/key`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${fixture.key}` } });
    return ((await response.json()) as { domestic_only: boolean }).domestic_only;
  };
  for (const only of [true, false, true]) {
    await must(fixture, 'PATCH', `/accounts/${fixture.accountId}`, { domestic_only: only });
    assert.equal((await chatCall(fixture, fixture.key, ask)).status, only ? 403 : 200);
    assert.equal(await shown(), only);
  }
  assert.equal((await must(fixture, 'GET', `/keys/${fixture.keyId}`)).domestic_only, false, 'of the key itself');
});
