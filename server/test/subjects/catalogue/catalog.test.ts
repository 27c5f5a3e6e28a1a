import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ensureModel } from '../../../src/subjects/catalogue/models.ts';
import { operator } from '../../../src/control/principal.ts';
import { ensureProvider } from '../../../src/subjects/catalogue/providers/providers.ts';
import { quote } from '../../../src/domain/catalog/price.ts';
import { at, startAdminBench, type AdminBench } from '../../admin/admin-bench.ts';

const canary = 'sk-upstream-canary-7f3a9c1e55d04b';
let bench: AdminBench;
before(async () => {
  bench = await startAdminBench();
});
after(() => bench.close());

const provider = (name: string) => ({
  name,
  dialect: 'chat-completions',
  routes: [{ region: 'overseas', base_url: 'https://up.example/v1/', api_key: canary }],
  models: [{ model: 'org/model', upstream_model: 'up', cost: { input: '1', output: '4' } }],
});

test('providers and models may be made in either order, and a model is sold once it has both price and provider', async () => {
  const made = await bench.ask('POST', '/api/admin/providers', provider('first'));
  assert.equal(made.status, 201, made.text);
  const bare = await bench.ask('PUT', '/api/admin/models/org%2Fmodel', { kind: 'chat', context_length: 1000 });
  assert.deepEqual([bare.body.sellable, bare.body.not_sellable_because], [false, ['it has no price in force']]);
  const priced = await bench.ask('PUT', '/api/admin/models/org/model', { kind: 'chat', price: { input: '2', output: '8' } });
  assert.equal(priced.body.sellable, true);
  assert.equal(priced.body.context_length, 1000);
  assert.deepEqual(priced.body.price, { input: '2', cached_input: '2', output: '8', per_call: '0' });
  assert.equal(bench.control.catalog.current.providersByModel.get('org/model')?.[0]?.routes[0]?.keys[0]?.apiKey, canary);
});

test('an image, a second of music and a search unit have rates with separate names, which say enough of a price', async () => {
  const put = (kind: string, price: object) => bench.ask('PUT', `/api/admin/models/priced%2F${kind}`, { kind, price });
  for (const [kind, price, rates] of [
    ['image', { per_image: '0.2' }, { image: '0.2' }],
    ['music', { per_second: '0.01' }, { output_audio_ms: '0.01' }],
    ['rerank', { per_search_unit: '0.014' }, { search_unit: '0.014' }],
  ] as const) {
    const { status, body, text } = await put(kind, price);
    assert.equal(status, 200, text);
    assert.deepEqual(body.price.rates, rates);
  }
  const twice = await put('image', { per_image: '0.2', rates: { image: '0.3' } });
  assert.deepEqual([twice.status, twice.body.error.param], [400, 'price.per_image']);
  const none = await put('music', {});
  assert.deepEqual([none.status, none.body.error.param], [400, 'price.per_call']);
});

test('a rate that would never be charged is refused by name, in prices, own prices and costs alike', async () => {
  const price = { input: '2', output: '8', rates: { page: '1' } };
  const model = await bench.ask('PUT', '/api/admin/models/measured', { kind: 'chat', price });
  assert.deepEqual([model.status, model.body.error.param], [400, 'price.rates.page']);
  assert.match(model.body.error.message, /would never be charged: .*tool:<name>/);
  await bench.ask('PUT', '/api/admin/models/measured', {
    kind: 'chat',
    price: { input: '2', output: '8', rates: { citation: '1' } },
  });
  await bench.ask('PUT', '/api/admin/plans/measuring', { name: 'P', requests_per_minute: null, concurrency_ceiling: null });
  const own = await bench.ask('PUT', '/api/admin/plans/measuring/prices/measured', { price });
  assert.deepEqual([own.status, own.body.error.param], [400, 'price.rates.page']);
  const provider = {
    name: 'measured',
    dialect: 'chat-completions',
    routes: [{ region: 'domestic', base_url: 'https://example.com/v1', api_key: 'k' }],
  };
  const cost = (rates: object) =>
    bench.ask('POST', '/api/admin/providers', { ...provider, models: [{ model: 'measured', cost: { input: '1', rates } }] });
  assert.equal((await cost({ song: '1' })).body.error.param, 'models[0].cost.rates.song');
  assert.equal((await cost({ 'tool:web_search': '1' })).status, 201);
});

test('a changed price is a new version, an unchanged one is not, and none ever changes', async () => {
  const put = (body: object) => bench.ask('PUT', '/api/admin/models/versioned', { kind: 'chat', ...body });
  await put({ price: { input: '2', output: '8' } });
  await put({ price: { input: '2.000', output: '8' } });
  const later = await put({ price: { input: '3', output: '9' }, price_from: '2026-12-01T00:00:00+08:00' });
  assert.deepEqual(
    later.body.prices.map(({ version, from }: { version: number; from: string }) => [version, from]),
    [
      [1, '2026-11-21T04:00:00.000Z'],
      [2, '2026-11-30T16:00:00.000Z'],
    ],
  );
  assert.equal(later.body.price.input, '2');
  const past = await put({ price: { input: '1', output: '1' }, price_from: '2026-11-21T03:59:59Z' });
  assert.deepEqual([past.status, past.body.error.param], [400, 'price_from']);
});

test("an account's own price wins over its plan's, and withdrawing it brings the list price back", async () => {
  const account = (await bench.ask('POST', '/api/admin/accounts', { name: 'Own price' })).body;
  await bench.ask('PUT', '/api/admin/models/own', { kind: 'chat', price: { input: '2', output: '8' } });
  const inForce = () => {
    const model = bench.control.catalog.current.models.get('own');
    assert.ok(model !== undefined);
    const multiplier = { priceMultiplierPpm: 1_000_000n };
    const payer = { id: account.id, plan: { id: 'free-trial', ...multiplier }, ...multiplier };
    return quote(bench.control.catalog.current, model, payer, bench.clock.nowMs())?.priceVersion;
  };
  assert.equal(inForce(), 'own@1');
  await bench.ask('PUT', '/api/admin/plans/free-trial/prices/own', { price: { input: '1', output: '4' } });
  assert.equal(inForce(), 'own@plan:free-trial-1');
  await bench.ask('PUT', at`/api/admin/accounts/${account.id}/prices/own`, {
    price: { input: '0', output: '0' },
    confirm: true,
  });
  assert.equal(inForce(), 'own@account-1');
  assert.equal((await bench.ask('DELETE', at`/api/admin/accounts/${account.id}/prices/own`)).status, 200);
  assert.equal(inForce(), 'own@plan:free-trial-1');
  assert.equal((await bench.ask('DELETE', '/api/admin/plans/free-trial/prices/own')).status, 200);
  assert.equal(inForce(), 'own@1');
  assert.equal((await bench.ask('PUT', '/api/admin/plans/none/prices/own', { price: { input: '1', output: '1' } })).status, 404);
});

test('an upstream key is sealed in the database and appears in no answer and no audit entry', async () => {
  const made = (await bench.ask('POST', '/api/admin/providers', provider('sealed'))).body;
  assert.equal(made.routes[0].api_key_last4, canary.slice(-4));
  const kept = await bench.ask('PATCH', at`/api/admin/providers/${made.id}`, {
    routes: [{ region: 'overseas', base_url: 'https://up.example/v1' }],
    priority: 1,
  });
  assert.deepEqual([kept.body.routes[0].has_api_key, kept.body.routes[0].id], [true, made.routes[0].id]);
  const moved = await bench.ask('PATCH', at`/api/admin/providers/${made.id}`, {
    routes: [{ region: 'overseas', base_url: 'https://elsewhere.example/v1' }],
  });
  assert.equal(moved.body.routes[0].has_api_key, false, 'a key must not follow to another address');
  const account = (await bench.ask('POST', '/api/admin/accounts', { name: 'Canary' })).body;
  const key = (await bench.ask('POST', at`/api/admin/accounts/${account.id}/keys`, {})).body;
  const reset = (await bench.ask('POST', at`/api/admin/keys/${key.id}/reset`)).body;
  const pages = [
    '/providers',
    '/models',
    '/audit-log?limit=200',
    at`/accounts/${account.id}/keys`,
    at`/keys/${key.id}`,
    '/accounts',
  ];
  for (const page of pages) {
    const { status, text } = await bench.ask('GET', at`/api/admin${page}`);
    assert.equal(status, 200);
    for (const secret of [canary, key.key, reset.key]) assert.equal(text.includes(secret), false, page);
  }
  for (const file of ['tollgate.db', 'tollgate.db-wal']) {
    const bytes = readFileSync(join(bench.folder, file));
    for (const secret of [canary, key.key, reset.key]) assert.equal(bytes.includes(secret), false, file);
  }
});

test('a provider is deleted with its routes, and its name is free again', async () => {
  const made = (await bench.ask('POST', '/api/admin/providers', provider('short-lived'))).body;
  assert.equal((await bench.ask('POST', '/api/admin/providers', provider('short-lived'))).status, 409);
  assert.equal((await bench.ask('DELETE', at`/api/admin/providers/${made.id}`)).status, 200);
  assert.equal((await bench.ask('DELETE', at`/api/admin/providers/${made.id}`)).status, 404);
  assert.equal((await bench.ask('POST', '/api/admin/providers', provider('short-lived'))).status, 201);
});

test('every change is in the audit log with its actor, whatever the client calls itself, source and what it was before', async () => {
  const account = (await bench.ask('POST', '/api/admin/accounts', { name: 'Before' }, { 'user-agent': 'tollgate-cli/1' })).body;
  await bench.ask('PATCH', at`/api/admin/accounts/${account.id}`, { name: 'After' });
  const log = await bench.ask('GET', at`/api/admin/audit-log?object_id=${account.id}`);
  assert.deepEqual(
    log.body.data.map((row: Record<string, unknown>) => [row.action, row.actor, row.source_ip]),
    [
      ['account.patch', 'admin-token', '127.0.0.1'],
      ['account.create', 'admin-token', '127.0.0.1'],
    ],
  );
  assert.deepEqual([log.body.data[0].before.name, log.body.data[0].after.name], ['Before', 'After']);
});

test('catalogue data of the environment is updated at each start, until an administrator changes it', async () => {
  const principal = operator('environment');
  const start = async (apiKey: string, input: string) => {
    const route = { region: 'overseas' as const, base_url: 'https://env.example/v1', api_key: apiKey };
    const request = { name: 'env', dialect: 'chat-completions', routes: [route], models: [{ model: 'env/model' }] };
    const made = await ensureProvider(bench.control, principal, { request, source: 'environment' });
    const known = { kind: 'chat' as const, price: { input, output: '8' } };
    const model = await ensureModel(bench.control, principal, { name: 'env/model', request: known, source: 'environment' });
    return { made, key: made.routes[0]?.keys[0]?.apiKey, versions: model?.prices.length };
  };
  const entries = async () => (await bench.ask('GET', '/api/admin/audit-log?actor=environment')).body.data.length as number;
  const first = await start('first-key', '2');
  assert.deepEqual([first.key, first.versions, await entries()], ['first-key', 1, 2]);
  const same = await start('first-key', '2');
  assert.deepEqual([same.made.id, await entries()], [first.made.id, 2], 'an unchanged start changes nothing');
  const renewed = await start('second-key', '3');
  assert.deepEqual([renewed.made.id, renewed.key, renewed.versions], [first.made.id, 'second-key', 2]);
  await bench.ask('PATCH', at`/api/admin/providers/${first.made.id}`, { priority: 5 });
  await bench.ask('PUT', '/api/admin/models/env/model', { kind: 'chat', tier: 'basic' });
  const left = await start('third-key', '4');
  assert.deepEqual([left.key, left.versions], ['second-key', 2]);
});

test('the built-in provider cannot be changed, but its model can be priced', async () => {
  const [builtIn] = (await bench.ask('GET', '/api/admin/providers?limit=200')).body.data.filter(
    ({ name }: { name: string }) => name === 'sandbox',
  );
  assert.equal((await bench.ask('PATCH', at`/api/admin/providers/${builtIn.id}`, { enabled: false })).status, 409);
  assert.equal((await bench.ask('DELETE', at`/api/admin/providers/${builtIn.id}`)).status, 409);
  assert.equal((await bench.ask('POST', '/api/admin/providers', provider('sandbox'))).status, 409);
  const priced = await bench.ask('PUT', '/api/admin/models/sandbox/chat', { kind: 'chat', price: { input: '1', output: '2' } });
  assert.deepEqual([priced.status, priced.body.price.input, priced.body.prices.length], [200, '1', 2], priced.text);
  const free = { kind: 'chat', price: { input: '0', output: '0' }, confirm: true };
  const again = await bench.ask('PUT', '/api/admin/models/sandbox/chat', free);
  assert.deepEqual([again.body.price.input, again.body.prices.length], ['0', 3], again.text);
});
