/** Goal: an operator takes a route out of service without breaking a call, sees it in the log, and puts it back. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { chatStream } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { addProvider, chatCall, must, newKey } from './scenario.ts';

const model = 'routed/model';
const ask = { model, messages: [{ role: 'user', content: 'hi' }] };

let fixture: Fixture;
let first: ScriptedUpstream;
let provider: { readonly id: string; readonly routes: readonly { readonly id: string }[] };

beforeEach(async () => {
  fixture = await startFixture();
  first = await startScriptedUpstream();
  await must(fixture, 'PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', price: { input: '2', output: '8' } });
  provider = await addProvider(fixture, 'first', { baseUrl: first.baseUrl, model, priority: 1 });
});

afterEach(async () => {
  try {
    await fixture.closeSettled();
  } finally {
    await first.close();
  }
});

const ofRoute = (maintenance: boolean): object => ({
  routes: [{ region: 'domestic', base_url: first.baseUrl, maintenance }],
});
const ways: readonly (readonly [what: string, change: (maintenance: boolean) => object])[] = [
  ['a route', ofRoute],
  ['a provider', (maintenance) => ({ maintenance })],
];

/** The routes that a call skipped. */
async function trailOf(id = ''): Promise<unknown> {
  const { trail } = await must(fixture, 'GET', `/calls/${id}`);
  return (trail as { routes: unknown } | null)?.routes ?? null;
}

for (const [what, change] of ways) {
  const set = (maintenance: boolean) => must(fixture, 'PATCH', `/providers/${provider.id}`, change(maintenance));

  test(`${what} in maintenance: running streams end whole, new calls take another route and say why, and then they come back`, async () => {
    await addProvider(fixture, 'second', { baseUrl: fixture.upstream.baseUrl, model, priority: 2 });
    const gate = new Gate();
    const text = ['one ', 'two ', gate, 'three'] as const;
    for (let stream = 0; stream < 20; stream += 1) first.next(chatStream(text));
    const streams = Array.from({ length: 20 }, () => chatCall(fixture, fixture.key, { ...ask, stream: true }));
    await fixture.waitFor(() => first.requests.length === 20);
    await set(true);
    const during = await Promise.all(Array.from({ length: 10 }, () => chatCall(fixture, fixture.key, ask)));
    assert.deepEqual([...new Set(during.map(({ status }) => status))], [200]);
    assert.equal(first.requests.length, 20, 'none went there');
    gate.open();
    for (const { status, text: answer } of await Promise.all(streams)) {
      assert.equal(status, 200);
      assert.match(answer, /three.*\[DONE\]/s);
    }
    await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
    const rows = await fixture.rows();
    const routes = rows.map(({ route, ending }) => `${String(route)} ${ending}`).toSorted();
    assert.deepEqual(routes, [
      ...Array.from({ length: 20 }, () => 'first/domestic complete'),
      ...Array.from({ length: 10 }, () => 'second/domestic complete'),
    ]);
    const other = rows.find(({ route }) => route === 'second/domestic');
    assert.deepEqual(await trailOf(other?.id), ['first/domestic: in maintenance']);
    await set(false);
    assert.equal((await chatCall(fixture, fixture.key, ask)).status, 200);
    const [{ id, route } = { id: '', route: null }] = await fixture.rows();
    assert.deepEqual([route, await trailOf(id)], ['first/domestic', null]);
  });

  test(`${what} in maintenance that no other serves for: the call is refused as temporary, is not charged, and says why in its trail`, async () => {
    await set(true);
    const refused = await chatCall(fixture, fixture.key, ask);
    assert.deepEqual([refused.status, refused.code], [503, 'upstream_unavailable']);
    assert.match(refused.text, /is under maintenance\. The request was not charged/);
    assert.doesNotMatch(refused.text, /first|provider/, 'it names no supplier');
    const row = await fixture.nextRow();
    assert.deepEqual([row.route, row.attempts, Number(row.charge_exact)], [null, 0, 0]);
    assert.deepEqual(await trailOf(row.id), ['first/domestic: in maintenance']);
    assert.equal(row.error, 'every route of this model is in maintenance');
    assert.equal(first.requests.length, 0);
    const { key } = await newKey(fixture, { domestic_only: true });
    assert.equal((await chatCall(fixture, key, ask)).status, 503, 'there is a domestic route, which comes back');
  });

  test(`the switch of ${what} is in the audit log, survives other changes and a restart, and is shown`, async (t) => {
    const changed = await set(true);
    const shown = (body: { maintenance: boolean; routes: { maintenance: boolean }[] }) => [
      body.maintenance,
      body.routes[0]?.maintenance,
    ];
    const expected = what === 'a route' ? [false, true] : [true, false];
    assert.deepEqual(shown(changed), expected);
    const [entry] = (await must(fixture, 'GET', '/audit-log')).data;
    assert.equal(entry.action, 'provider.patch');
    assert.match(JSON.stringify(entry), /maintenance/);
    await must(fixture, 'PATCH', `/providers/${provider.id}`, { weight: 3, ...(what === 'a route' ? {} : ofRoute(false)) });
    assert.deepEqual(shown(await must(fixture, 'GET', `/providers/${provider.id}`)), expected);
    await must(fixture, 'PATCH', `/providers/${provider.id}`, { routes: [{ region: 'domestic', base_url: first.baseUrl }] });
    assert.deepEqual(shown(await must(fixture, 'GET', `/providers/${provider.id}`)), expected, 'an omitted field is kept');
    await fixture.expectSettled();
    const { folder, clock } = fixture;
    t.after(() => rm(folder, { recursive: true, force: true }));
    await fixture.upstream.close();
    await fixture.service.stop();
    fixture = await startFixture({ folder, clock });
    assert.deepEqual(shown(await must(fixture, 'GET', `/providers/${provider.id}`)), expected, 'after a restart');
    assert.equal((await chatCall(fixture, fixture.key, ask)).status, 503);
  });
}
