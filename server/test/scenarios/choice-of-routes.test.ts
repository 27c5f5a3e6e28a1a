/** Goal: the installation and each key decide how calls are distributed between equal routes, and the log shows what decided. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { chat, refusal } from '../scripted-upstream/behaviours.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { chatCall, must, newKey } from './scenario.ts';
import { newTenant } from './tenant.ts';

const model = 'chosen/model';
const ask = { model, messages: [{ role: 'user', content: 'hi' }] };

let fixture: Fixture;
let other: ScriptedUpstream;
/** Routes by provider name. */
const routes: Record<string, string> = {};

async function provide(
  name: string,
  baseUrl: string,
  settings: { cost?: string; account_id?: string; priority?: number },
): Promise<void> {
  const { cost, ...own } = settings;
  const provider = await must(fixture, 'POST', '/providers', {
    name,
    dialect: 'chat-completions',
    models: [{ model, ...(cost === undefined ? {} : { cost: { input: cost, output: cost } }) }],
    routes: [{ region: 'domestic', base_url: baseUrl, api_key: `key-of-${name}` }],
    ...own,
  });
  routes[name] = (provider as { routes: [{ id: string }] }).routes[0].id;
}

before(async () => {
  fixture = await startFixture({ env: { TOLLGATE_ROUTE_BALANCE: 'cheapest' } });
  other = await startScriptedUpstream();
  await must(fixture, 'PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', price: { input: '2', output: '8' } });
  await provide('dear', fixture.upstream.baseUrl, { cost: '9' });
  await provide('cheap', fixture.upstream.baseUrl, { cost: '1' });
  await provide('last', other.baseUrl, { cost: '0.1', priority: 500 });
});

after(async () => {
  try {
    await fixture.closeSettled();
  } finally {
    await other.close();
  }
});

/** The providers that served these calls, and what decided for the last one. */
async function served(key: string, times: number): Promise<readonly [names: readonly (string | undefined)[], by: unknown]> {
  const names: (string | undefined)[] = [];
  let by: unknown;
  for (let time = 0; time < times; time += 1) {
    assert.equal((await chatCall(fixture, key, ask)).status, 200);
    const row = await fixture.nextRow();
    names.push(row.route?.split('/')[0]);
    by = ((await must(fixture, 'GET', `/calls/${row.id}`)).trail as { by?: unknown } | null)?.by;
  }
  return [names, by];
}

describe('equal routes', () => {
  test('are chosen as the installation says: here by the cost of the provider', async () => {
    assert.deepEqual(await served(fixture.key, 4), [['cheap', 'cheap', 'cheap', 'cheap'], 'cheapest']);
  });

  test('are chosen as the key says, and as the installation says again once the key says nothing', async () => {
    const { id, key } = await newKey(fixture, { routing: 'balanced' });
    const [names, by] = await served(key, 4);
    assert.deepEqual([[...names].sort(), by], [['cheap', 'cheap', 'dear', 'dear'], undefined]);
    await must(fixture, 'PATCH', `/keys/${id}`, { routing: 'fastest' });
    assert.equal((await served(key, 1))[1], 'fastest');
    await must(fixture, 'PATCH', `/keys/${id}`, { routing: null });
    assert.deepEqual(await served(key, 2), [['cheap', 'cheap'], 'cheapest']);
    const shown = await must(fixture, 'GET', `/keys/${id}`);
    assert.deepEqual([shown.routing, shown.preferred_route], [null, null]);
  });
});

describe('a preferred route', () => {
  test('serves the calls of its key whatever its priority, and another one does while it is ejected', async () => {
    const { key } = await newKey(fixture, { preferred_route: routes.last });
    assert.deepEqual(await served(key, 2), [['last', 'last'], 'preferred']);
    other.next(...Array.from({ length: 5 }, () => refusal(500)));
    for (let call = 0; call < 5; call += 1) await chatCall(fixture, key, ask);
    for (let call = 0; call < 5; call += 1) await fixture.nextRow();
    assert.deepEqual((await served(key, 1))[0], ['cheap']);
    other.otherwise(chat());
    fixture.clock.advance(30_000);
    assert.deepEqual((await served(key, 1))[0], ['last']);
  });

  test('must serve the account: the route of another account, or of nobody, is refused', async () => {
    const tenant = await newTenant(fixture);
    await provide('private', other.baseUrl, { account_id: tenant.id });
    const refusals = await Promise.all(
      [routes.private, 'prt_unknown'].map(async (preferred_route) => {
        const changed = await fixture.admin('PATCH', `/keys/${fixture.keyId}`, { preferred_route });
        const made = await fixture.admin('POST', `/accounts/${fixture.accountId}/keys`, { preferred_route });
        return [changed.status, changed.body, made.status, made.body] as const;
      }),
    );
    const [[status, body] = [], unknown] = refusals;
    assert.deepEqual([status, (body as { error: { param: string } }).error.param], [400, 'preferred_route']);
    assert.deepEqual(refusals[0], unknown, 'nothing says that the route exists');
    assert.equal((await must(fixture, 'GET', `/keys/${fixture.keyId}`)).preferred_route, null);
    await must(fixture, 'PATCH', `/keys/${tenant.keyId}`, { preferred_route: routes.private });
    await must(fixture, 'PATCH', `/keys/${tenant.keyId}`, { preferred_route: null });
    await assert.rejects(must(fixture, 'PATCH', `/keys/${tenant.keyId}`, { routing: 'slowest' }));
  });
});
