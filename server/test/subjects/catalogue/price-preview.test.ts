/** Goal: a preview shows the effect of a new price and changes nothing; two operators do not undo each other's changes. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startAdminBench, type AdminBench } from '../../admin/admin-bench.ts';

let bench: AdminBench;
before(async () => {
  bench = await startAdminBench();
  await bench.ask('PUT', '/api/admin/models/m', { kind: 'chat', price: { input: '10', output: '40' } });
});
after(() => bench.close());

const put = (body: object, model = 'm') => bench.ask('PUT', `/api/admin/models/${model}`, { kind: 'chat', ...body });
const preview = (body: object, model = 'm') => bench.ask('POST', '/api/admin/price-previews', { model, kind: 'chat', ...body });
const read = async (name = 'm') =>
  (await bench.ask('GET', '/api/admin/models')).body.data.find((one: { name: string }) => one.name === name);

test('a preview says the next version and the cost of each call as setting the price does, and changes nothing', async () => {
  const before = await read();
  for (const price of [
    { input: '12', output: '40' },
    { input: '12', cached_input: '2', output: '48', rates: { cache_write: '15' } },
    { input: '9', output: '40', variants: [{ when: { min_input_tokens: 200_000 }, rates: { input: '20' } }] },
  ]) {
    const shown = await preview({ price });
    assert.equal(shown.status, 200, JSON.stringify(shown.body));
    assert.deepEqual(await read(), before);
    const calls = shown.body.calls.map(({ call, before: was, after: is }: Record<string, unknown>) => ({
      call,
      before: was,
      after: is,
    }));
    const twin = await put({ price: { input: '10', output: '40' } }, 'twin');
    assert.equal(twin.status, 200);
    const set = await put({ price }, 'twin');
    assert.deepEqual(calls, set.body.preview, JSON.stringify(set.body));
    assert.equal(shown.body.version, Number(before.prices.length) + 1);
  }
});

test('a preview of the price in force has no version', async () => {
  assert.equal((await preview({ price: { input: '10', output: '40' } })).body.version, null);
});

test('a preview names what changes tenfold, and refuses what setting the price would refuse', async () => {
  const { body } = await preview({ price: { input: '100', output: '40' } });
  assert.deepEqual(body.tenfold, { line: 'input', usage: null, before: '10', after: '100' });
  const bad = await preview({ price: { input: '1' } });
  assert.deepEqual([bad.status, bad.body.error.param], [400, 'price.output']);
  const past = await preview({ price: { input: '1', output: '1' }, price_from: '2020-01-01T00:00:00Z' });
  assert.deepEqual([past.status, past.body.error.param], [400, 'price_from']);
});

test('a preview shows the cost at each provider that has one, and who has a custom price', async () => {
  const provider = {
    name: 'cheap',
    dialect: 'chat-completions',
    routes: [{ region: 'domestic', base_url: 'https://cheap.example/v1', api_key: 'k' }],
    models: [{ model: 'm', cost: { input: '5', output: '20' } }],
  };
  assert.equal((await bench.ask('POST', '/api/admin/providers', provider)).status, 201);
  const account = String((await bench.ask('POST', '/api/admin/accounts', { name: 'A', trial_credit: false })).body.id);
  await bench.ask('PUT', `/api/admin/accounts/${account}/prices/m`, { price: { input: '8', output: '30' } });
  const { body } = await preview({ price: { input: '12', output: '48' } });
  const [call] = body.calls;
  assert.deepEqual(call.usage, { input_tokens: 1000, output_tokens: 300 });
  assert.deepEqual([call.before, call.after, call.costs], ['0.022', '0.0264', [{ provider: 'cheap', cost: '0.011' }]]);
  assert.deepEqual(body.custom_prices, [{ owner_kind: 'account', owner_id: account }]);
});

test('the later of two operators gets 409, and their change is not made', async () => {
  const { revision } = await read();
  const first = await put({ context_length: 1000, if_revision: revision });
  assert.equal(first.status, 200);
  assert.notEqual(first.body.revision, revision);
  const second = await put({ price: { input: '11', output: '41' }, if_revision: revision });
  assert.deepEqual([second.status, second.body.error.reason], [409, 'model_changed']);
  assert.equal((await read()).price.input, '10');
  assert.equal((await put({ tier: 'standard', if_revision: first.body.revision })).status, 200);
});

test('a planned price is withdrawn by planning the price before it for the same moment', async () => {
  const at = new Date(bench.clock.nowMs() + 3_600_000).toISOString();
  await put({ price: { input: '15', output: '50' }, price_from: at });
  await put({ price: { input: '10', output: '40' }, price_from: at });
  bench.clock.advance(3_600_001);
  assert.deepEqual((await read()).price, { input: '10', cached_input: '10', output: '40', per_call: '0' });
});
