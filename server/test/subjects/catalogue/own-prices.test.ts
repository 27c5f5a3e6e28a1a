/** Goal: a call is charged the price that a page shows, for every owner of the price. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { divideHalfUp, formatExact, nanoPerCny, parseAmount } from '@tollgate/contract/money';
import { startFixture, type Fixture } from '../../gateway/fixture.ts';
import { chat } from '../../scripted-upstream/behaviours.ts';
import { openConsole, type ConsoleBench } from '../../console/console-bench.ts';

describe('prices of an account', () => {
  let fixture: Fixture;
  let bench: ConsoleBench;
  before(async () => {
    fixture = await startFixture();
    bench = await openConsole(fixture.service);
    await bench.join(fixture.accountId, 'owner', 'owner');
    const other = await fixture.admin('POST', '/accounts', { name: 'Other', plan: 'dedicated', trial_credit: false });
    await bench.join(other.body.id, 'stranger', 'owner');
    fixture.upstream.otherwise(chat());
  });
  after(async () => {
    await bench.close();
    await fixture.close();
  });

  async function shown(): Promise<{ price: { input: string; cached_input: string; output: string }; price_multiplier: string }> {
    const { status, body } = await bench.ask('owner', 'GET', `/accounts/${fixture.accountId}/models`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.find(({ name }: { name: string }) => name === 'test/chat');
  }

  async function charged(): Promise<{ input: bigint; cached: bigint; output: bigint; charge: string }> {
    const answer = await fetch(`${fixture.service.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fixture.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'test/chat', messages: [{ role: 'user', content: 'Hello' }] }),
    });
    assert.equal(answer.status, 200, await answer.text());
    const row = await fixture.nextRow();
    return {
      input: BigInt(row.input_tokens),
      cached: BigInt(row.cached_tokens),
      output: BigInt(row.output_tokens),
      charge: row.charge_exact,
    };
  }

  for (const { whose, set, multiplier } of [
    { whose: 'the list price', set: () => Promise.resolve(), multiplier: '1' },
    {
      whose: "the list price by the account's multiplier",
      set: () => fixture.admin('PATCH', `/accounts/${fixture.accountId}`, { price_multiplier: '0.85' }),
      multiplier: '0.85',
    },
    {
      whose: "the plan's own price, which no multiplier changes",
      set: () => fixture.admin('PUT', '/plans/dedicated/prices/test/chat', { price: { input: '3', output: '9' } }),
      multiplier: '1',
    },
    {
      whose: "the account's own price before its plan's",
      set: () =>
        fixture.admin('PUT', `/accounts/${fixture.accountId}/prices/test/chat`, { price: { input: '1.000001', output: '4' } }),
      multiplier: '1',
    },
  ])
    it(`are ${whose}, to the nano of what a call is charged`, async () => {
      await set();
      const { price, price_multiplier: factor } = await shown();
      assert.equal(factor, multiplier);
      const { input, cached, output, charge } = await charged();
      const sum =
        (input - cached) * parseAmount(price.input) +
        cached * parseAmount(price.cached_input) +
        output * parseAmount(price.output);
      assert.equal(charge, formatExact(divideHalfUp(sum * parseAmount(factor), 1_000_000n * nanoPerCny)));
    });

  it('are nobody else’s to read', async () => {
    assert.equal((await bench.ask('stranger', 'GET', `/accounts/${fixture.accountId}/models`)).status, 404);
  });
});
