/** Goal: an amount that could overflow the books is refused with a clear message when it is entered, and never quarantined later. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startFixture } from '../gateway/fixture.ts';
import { at, startAdminBench, type AdminBench, type Answer } from './admin-bench.ts';

const billion = '1000000000';

let bench: AdminBench;
before(async () => {
  bench = await startAdminBench();
});
after(() => bench.close());

function expectAccepted(answer: Answer): void {
  assert.ok(answer.status < 300, answer.text);
}

function expectRefused(answer: Answer, param: string, words: RegExp): void {
  assert.deepEqual([answer.status, answer.body.error.param], [400, param], answer.text);
  assert.match(answer.body.error.message, words);
}

async function newAccount(settings: object = {}): Promise<string> {
  const answer = await bench.ask('POST', '/api/admin/accounts', { name: 'A', trial_credit: false, ...settings });
  expectAccepted(answer);
  return answer.body.id;
}

const putPrice = (price: object): Promise<Answer> =>
  bench.ask('PUT', '/api/admin/models/dear', { kind: 'chat', price, confirm: true });
const allParts = (price: string): object => ({ input: price, cached_input: price, output: price, per_call: price });

test('one amount, and all credits of an account together, have a limit with a clear message', async () => {
  const account = await newAccount();
  const credit = (amount: string, bucket: string): Promise<Answer> =>
    bench.ask('POST', at`/api/admin/accounts/${account}/credits`, { amount, bucket, reason: 'bound' });
  expectRefused(await credit('1000000000.000000001', 'paid'), 'amount', /at most 1000000000 CNY/);
  for (let entry = 0; entry < 9; entry += 1) expectAccepted(await credit(billion, 'paid'));
  const full = /beyond 9000000000 CNY/;
  for (const bucket of ['paid', 'adjustment', 'refund']) expectRefused(await credit('0.000000001', bucket), 'amount', full);
  expectAccepted(await credit(`-${billion}`, 'adjustment'));
  expectRefused(await credit('0.000000001', 'paid'), 'amount', full);
  expectAccepted(await credit(billion, 'adjustment'));
  const poor = await newAccount();
  const takeBack = (amount: string): Promise<Answer> =>
    bench.ask('POST', at`/api/admin/accounts/${poor}/credits`, { amount, bucket: 'adjustment', reason: 'bound' });
  for (let entry = 0; entry < 9; entry += 1) expectAccepted(await takeBack(`-${billion}`));
  expectRefused(await takeBack('-0.000000001'), 'amount', full);
});

test('caps, costs and own prices are bounded by themselves', async () => {
  const account = await newAccount();
  const key = (cap: string): Promise<Answer> => bench.ask('POST', at`/api/admin/accounts/${account}/keys`, { daily_cap: cap });
  expectAccepted(await key(billion));
  expectRefused(await key('1000000000.0001'), 'daily_cap', /at most 1000000000 CNY/);
  const provider = (cost: string): Promise<Answer> =>
    bench.ask('POST', '/api/admin/providers', {
      name: `p${cost}`,
      dialect: 'chat-completions',
      routes: [{ region: 'domestic', base_url: 'https://example.com/v1' }],
      models: [{ model: 'dear', cost: allParts(cost) }],
    });
  expectAccepted(await provider('1000000'));
  expectRefused(await provider('1000000.000001'), 'models[0].cost.input', /at most 1000000/);
  expectAccepted(await putPrice(allParts('1')));
  const own = (price: string): Promise<Answer> =>
    bench.ask('PUT', at`/api/admin/accounts/${account}/prices/dear`, { price: allParts(price), confirm: true });
  expectAccepted(await own('1000000'));
});

test('a list price and the factors on it are refused where one call could cost 2^63 nano-CNY, whichever comes last', async () => {
  const tooLarge = /is too large: .* 9223372036 CNY/;
  // 2 × (2^31 - 1) tokens at this price times 100, and 100 times the price per call, are just below 2^63.
  const [fits, above] = ['21474.83', '21474.84'];
  const tokensOnly = (price: string): object => ({ input: '0', cached_input: price, output: price });
  const dearAccount = await newAccount({ price_multiplier: '100' });
  expectRefused(await putPrice(tokensOnly(above)), 'price', tooLarge);
  expectAccepted(await putPrice(tokensOnly(fits)));
  const plan = (multiplier: string): Promise<Answer> =>
    bench.ask('PUT', '/api/admin/plans/bound', {
      name: 'Bound',
      requests_per_minute: null,
      concurrency_ceiling: null,
      price_multiplier: multiplier,
    });
  expectRefused(await plan('1.01'), 'price_multiplier', tooLarge);
  expectAccepted(await plan('1'));
  expectAccepted(await bench.ask('PATCH', at`/api/admin/accounts/${dearAccount}`, { price_multiplier: '1' }));
  expectAccepted(await putPrice(allParts('1000000')));
  const patch = (multiplier: string): Promise<Answer> =>
    bench.ask('PATCH', at`/api/admin/accounts/${dearAccount}`, { price_multiplier: multiplier });
  for (const refused of ['100', '2.14']) expectRefused(await patch(refused), 'price_multiplier', tooLarge);
  const second = await bench.ask('POST', '/api/admin/accounts', { name: 'B', price_multiplier: '2.14' });
  expectRefused(second, 'price_multiplier', tooLarge);
  expectAccepted(await patch('2.13'));
  expectRefused(await plan('2.13'), 'price_multiplier', tooLarge);
});

test('the audit adds up accounts that are each at the bound', async () => {
  const fixture = await startFixture();
  for (const name of ['A', 'B']) {
    const account = await fixture.admin('POST', '/accounts', { name, trial_credit: false });
    const path = at`/accounts/${account.body.id}/credits`;
    for (let entry = 0; entry < 9; entry += 1) {
      const answer = await fixture.admin('POST', path, { amount: billion, bucket: 'paid', reason: 'bound' });
      assert.equal(answer.status, 201);
    }
  }
  await fixture.closeSettled();
});
