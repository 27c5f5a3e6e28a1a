/** Goal: the operator sees why a call used its route, and nobody else sees which routes there are. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { after, chat, refusal } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { addProvider, chatCall, must } from './scenario.ts';

const model = 'routed/model';
const ask = { model, messages: [{ role: 'user', content: 'hi' }] };

let fixture: Fixture;
let first: ScriptedUpstream;

beforeEach(async () => {
  fixture = await startFixture();
  first = await startScriptedUpstream();
  await must(fixture, 'PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', price: { input: '2', output: '8' } });
  await must(fixture, 'POST', '/providers', {
    name: 'first',
    dialect: 'chat-completions',
    models: [{ model }],
    priority: 1,
    routes: [{ region: 'domestic', base_url: first.baseUrl, keys: [{ api_key: 'one', limits: { concurrency: 1 } }] }],
  });
  await addProvider(fixture, 'second', { baseUrl: fixture.upstream.baseUrl, model, priority: 2 });
});

afterEach(async () => {
  try {
    await fixture.closeSettled();
  } finally {
    await first.close();
  }
});

/** Trail of the newest call: in the list, and alone. */
async function trails(): Promise<readonly [inList: unknown, alone: unknown]> {
  await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
  const [row] = await fixture.rows();
  assert.ok(row);
  return [row.trail, (await must(fixture, 'GET', `/calls/${row.id}`)).trail];
}

test('a call that takes the first route, or finds a fault there by itself, has none', async () => {
  await chatCall(fixture, fixture.key, ask);
  assert.deepEqual(await trails(), [null, null]);
  first.next(refusal(500));
  await chatCall(fixture, fixture.key, ask);
  assert.deepEqual(await trails(), [null, null], 'what was tried is in `attempt_log`');
});

test('a route that was put aside before the call, or had no room for it, is named with the reason to operators alone', async () => {
  const gate = new Gate();
  first.next(after(gate, chat()));
  const running = chatCall(fixture, fixture.key, ask);
  await gate.reached;
  await chatCall(fixture, fixture.key, ask);
  gate.open();
  await running;
  await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
  const served = (await fixture.rows()).find(({ route }) => route === 'second/domestic');
  assert.deepEqual(served?.trail, null);
  const { trail } = await must(fixture, 'GET', `/calls/${served.id}`);
  assert.deepEqual(trail, { routes: ['first/domestic: its keys are at their limits'] });
  first.next(refusal(401));
  await chatCall(fixture, fixture.key, ask);
  await chatCall(fixture, fixture.key, ask);
  assert.deepEqual(await trails(), [null, { routes: ['first/domestic: put aside (the upstream answered with status 401)'] }]);
});
