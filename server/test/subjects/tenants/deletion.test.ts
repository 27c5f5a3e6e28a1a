import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ensureModel } from '../../../src/subjects/catalogue/models.ts';
import { operator } from '../../../src/control/principal.ts';
import { at, startAdminBench, type AdminBench } from '../../admin/admin-bench.ts';

let bench: AdminBench;
before(async () => {
  bench = await startAdminBench();
});
after(() => bench.close());

const price = { input: '2', output: '8' };
const put = (path: string, body: object) => bench.ask('PUT', `/api/admin${path}`, body);
const remove = (path: string) => bench.ask('DELETE', `/api/admin${path}`);
const plan = { name: 'Gold', requests_per_minute: 10, concurrency_ceiling: null };

/** A refusal with these words, which deleted nothing. */
async function refused(path: string, words: RegExp): Promise<void> {
  const { status, body } = await remove(path);
  assert.deepEqual([status, body.error.code], [409, 'conflict'], path);
  assert.match(body.error.message, words);
}

async function lastAudited(objectId: string) {
  const { data } = (await bench.ask('GET', `/api/admin/audit-log?object_id=${encodeURIComponent(objectId)}`)).body;
  return data[0];
}

test('a model is deleted only when no provider serves it and nobody has an own price for it, now or planned', async () => {
  await put('/models/org/gone', { kind: 'chat', price, tier: 'basic' });
  const routes = [{ region: 'overseas', base_url: 'https://up.example/v1' }];
  const offer = { name: 'server', dialect: 'chat-completions', routes, models: [{ model: 'org/gone' }] };
  const provider = (await bench.ask('POST', '/api/admin/providers', offer)).body;
  await refused('/models/org/gone', /^These providers still serve the model "org\/gone": server\. Remove it from them first\.$/);
  await bench.ask('PATCH', at`/api/admin/providers/${provider.id}`, { enabled: false });
  await refused('/models/org/gone', /still serve the model "org\/gone": server/);
  await bench.ask('PATCH', at`/api/admin/providers/${provider.id}`, { models: [] });
  await put('/plans/developer/prices/org/gone', { price, price_from: '2027-01-01T00:00:00Z' });
  await refused('/models/org/gone', /custom prices .* plan developer\. Withdraw them first/);
  await put('/plans/developer/prices/org/gone', { price: { input: '1', output: '1' }, price_from: '2027-02-01T00:00:00Z' });
  const withdrawn = (await remove('/plans/developer/prices/org/gone')).body.versions;
  assert.deepEqual(
    withdrawn.map((version: { from: string; price: object | null }) => [version.from.slice(0, 10), version.price === null]),
    [
      ['2027-01-01', false],
      ['2027-02-01', false],
      ['2027-01-01', true],
      ['2027-02-01', true],
    ],
  );
  const gone = await remove('/models/org%2Fgone');
  assert.deepEqual(
    [gone.status, gone.body.name, gone.body.price],
    [200, 'org/gone', { ...price, cached_input: '2', per_call: '0' }],
  );
  assert.equal((await remove('/models/org/gone')).status, 404);
  const names = (await bench.ask('GET', '/api/admin/models?limit=200')).body.data.map(({ name }: { name: string }) => name);
  assert.ok(!names.includes('org/gone'));
  const entry = await lastAudited('org/gone');
  assert.deepEqual([entry.action, entry.before.tier, entry.after], ['model.delete', 'basic', null]);
  await refused('/models/sandbox/chat', /^The model "sandbox\/chat" is built in and cannot be deleted\.$/);
});

test('a recreated model starts without a price, and no version number of its name ever has two prices', async () => {
  const versions = ({ prices }: { prices: { version: number }[] }) => prices.map(({ version }) => version);
  await put('/models/again', { kind: 'chat', price, tier: 'premium' });
  await put('/models/again', { kind: 'chat', price: { input: '3', output: '9' } });
  for (const last of [2, 3, 4]) {
    assert.equal((await remove('/models/again')).status, 200);
    const bare = (await put('/models/again', { kind: 'chat' })).body;
    assert.deepEqual([bare.price, bare.prices, bare.tier], [null, [], null]);
    // Deleted without a price, it still leaves its version numbers.
    await remove('/models/again');
    const priced = (await put('/models/again', { kind: 'chat', price })).body;
    assert.deepEqual(versions(priced), [last + 1]);
  }
});

test('a model of the price list that an administrator deleted does not come back at the next start', async () => {
  const principal = operator('environment');
  const known = { name: 'listed', source: 'environment' as const, request: { kind: 'chat' as const, price } };
  assert.equal((await ensureModel(bench.control, principal, known))?.name, 'listed');
  await remove('/models/listed');
  assert.equal(await ensureModel(bench.control, principal, known), undefined);
  assert.equal((await put('/models/listed', { kind: 'chat', price })).body.prices[0].version, 2);
});

test('a plan is deleted only when no account is on it, it has no own prices and nothing begins with it', async () => {
  for (const needed of ['free-trial', 'standard'])
    await refused(`/plans/${needed}`, /cannot delete the plan .* New accounts start on/);
  await put('/plans/gold', plan);
  const [first, second] = [
    (await bench.ask('POST', '/api/admin/accounts', { name: 'One', plan: 'gold' })).body,
    (await bench.ask('POST', '/api/admin/accounts', { name: 'Two', plan: 'gold' })).body,
  ];
  await refused('/plans/gold', /^2 accounts use the plan "gold"\. Move them to another plan first\.$/);
  await bench.ask('PATCH', at`/api/admin/accounts/${first.id}`, { plan: 'standard' });
  // A disabled account can be enabled again.
  await bench.ask('PATCH', at`/api/admin/accounts/${second.id}`, { status: 'disabled', status_reason: 'bill unpaid' });
  await refused('/plans/gold', /^1 account uses the plan/);
  await bench.ask('PATCH', at`/api/admin/accounts/${second.id}`, { plan: 'standard' });
  await put('/models/own', { kind: 'chat', price });
  await put('/plans/gold/prices/own', { price });
  await refused('/plans/gold', /has custom prices for own\. Withdraw them first/);
  await remove('/plans/gold/prices/own');
  const gone = await remove('/plans/gold');
  assert.deepEqual([gone.status, gone.body.name], [200, 'Gold']);
  assert.equal((await remove('/plans/gold')).status, 404);
  assert.equal((await bench.ask('POST', '/api/admin/accounts', { name: 'Three', plan: 'gold' })).status, 400);
  const entry = await lastAudited('gold');
  assert.deepEqual([entry.action, entry.before.name, entry.after], ['plan.delete', 'Gold', null]);
  await put('/plans/gold', plan);
  const own = (await bench.ask('GET', '/api/admin/plans/gold/prices')).body.data[0];
  assert.deepEqual([own.versions.length, own.versions.at(-1).price], [2, null]);
});
