/**
 * Goal: an account limited to private upstreams never uses a shared route or key, and no other account ever uses an account's private ones,
 * whatever fails. Method: real calls, with scripted upstreams that count what reaches them.
 */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { refusal, resetBeforeAnswer } from '../scripted-upstream/behaviours.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { chatCall, must, newKey } from './scenario.ts';

const model = 'own/model';
const ask = { model, messages: [{ role: 'user', content: 'hi' }] };

let fixture: Fixture;
let own: ScriptedUpstream;
let shared: ScriptedUpstream;
let otherKey = '';

async function addProvider(name: string, baseUrl: string, priority: number, accountId: string | null): Promise<string> {
  const routes = [{ region: 'domestic', base_url: baseUrl, api_key: `key-of-${name}` }];
  const body = { name, dialect: 'chat-completions', routes, models: [{ model }], priority, account_id: accountId };
  return String((await must(fixture, 'POST', '/providers', body)).id);
}

beforeEach(async () => {
  fixture = await startFixture();
  [own, shared] = [await startScriptedUpstream(), await startScriptedUpstream()];
  await must(fixture, 'PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', price: { input: '2', output: '8' } });
  const other = String((await must(fixture, 'POST', '/accounts', { name: 'Other' })).id);
  otherKey = String((await must(fixture, 'POST', `/accounts/${other}/keys`, {})).key);
});

afterEach(async () => {
  try {
    await fixture.closeSettled();
  } finally {
    await Promise.all([own.close(), shared.close()]);
  }
});

const isolate = (isolation: string) => must(fixture, 'PATCH', `/accounts/${fixture.accountId}`, { isolation });
const calls = (): readonly [number, number] => [own.requests.length, shared.requests.length];

describe("an account's own upstream", () => {
  test('serves no other account, not even where there is no other upstream', async () => {
    await addProvider('own', own.baseUrl, 1, fixture.accountId);
    const refused = await chatCall(fixture, otherKey, ask);
    assert.deepEqual([refused.status, refused.code], [404, 'model_not_found']);
    assert.deepEqual([own.connections, own.requests.length], [0, 0]);
  });

  test('serves nobody while its account uses shared upstreams, and is in force from the answer of the change on', async () => {
    await addProvider('own', own.baseUrl, 1, fixture.accountId);
    await addProvider('shared', shared.baseUrl, 900, null);
    assert.equal((await chatCall(fixture, fixture.key, ask)).status, 200);
    assert.deepEqual(calls(), [0, 1]);
    await isolate('own_first');
    assert.equal((await chatCall(fixture, fixture.key, ask)).status, 200);
    assert.deepEqual(calls(), [1, 1]);
    assert.equal((await chatCall(fixture, otherKey, ask)).status, 200);
    assert.deepEqual(calls(), [1, 2]);
  });

  test('goes first whatever its priority, and shared ones are the fallback when it fails', async () => {
    await addProvider('own', own.baseUrl, 900, fixture.accountId);
    await addProvider('shared', shared.baseUrl, 1, null);
    await isolate('own_first');
    own.otherwise(refusal(500));
    assert.equal((await chatCall(fixture, fixture.key, ask)).status, 200);
    assert.deepEqual(calls(), [1, 1]);
    assert.equal((await fixture.nextRow()).own_upstreams, false, 'the last one decides whose it was');
  });
});

describe('an account that keeps to its own upstreams', () => {
  test('is refused with 503 rather than served by a shared one, whatever fails, and is not charged', async () => {
    await addProvider('own', own.baseUrl, 1, fixture.accountId);
    await addProvider('shared', shared.baseUrl, 1, null);
    await isolate('own_only');
    assert.equal((await chatCall(fixture, fixture.key, ask)).status, 200);
    const served = await fixture.nextRow();
    assert.deepEqual([served.route, served.own_upstreams], ['own/domestic', true]);
    for (const behaviour of [refusal(500), refusal(429), refusal(401), resetBeforeAnswer()]) {
      own.otherwise(behaviour);
      const failed = await chatCall(fixture, fixture.key, ask);
      assert.deepEqual([failed.status, failed.code], [503, 'upstream_unavailable']);
      assert.equal(Number((await fixture.nextRow()).charge_exact), 0);
    }
    assert.deepEqual([shared.connections, shared.requests.length], [0, 0]);
  });

  test('without a private one gets an error, and the log shows the operator why', async () => {
    await addProvider('shared', shared.baseUrl, 1, null);
    await isolate('own_only');
    const refused = await chatCall(fixture, fixture.key, ask);
    assert.deepEqual([refused.status, refused.code], [503, 'upstream_unavailable']);
    const row = await fixture.nextRow();
    assert.deepEqual([row.status, row.attempts, row.own_upstreams, Number(row.charge_exact)], [503, 0, true, 0]);
    assert.match(row.error ?? '', /account's own/);
    const { key } = await newKey(fixture, {});
    assert.equal((await chatCall(fixture, key, ask)).status, 503, 'nor with another of its keys');
    assert.deepEqual([shared.connections, shared.requests.length], [0, 0]);
  });

  test('a provider is for an account that there is', async () => {
    const routes = [{ region: 'domestic', base_url: own.baseUrl }];
    const body = { name: 'x', dialect: 'chat-completions', routes, models: [], account_id: 'acc_none' };
    const answer = await fixture.admin('POST', '/providers', body);
    assert.equal(answer.status, 400);
    assert.match(JSON.stringify(answer.body), /account_id/);
  });
});
