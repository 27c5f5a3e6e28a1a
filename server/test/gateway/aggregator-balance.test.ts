/**
 * Goal: the balance requests of aggregators work. Aggregators read the balance of a channel from two addresses and subtract one figure from
 * the other. The result is the account's balance to the last digit, whatever dates they send.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startFixture, type Fixture } from './fixture.ts';
import { post } from './raw-client.ts';

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
});
after(() => fixture.closeSettled());

async function ask(path: string): Promise<Readonly<Record<string, unknown>>> {
  const headers = { authorization: `Bearer ${fixture.key}` };
  const answer = await fetch(`http://127.0.0.1:${String(fixture.port)}${path}`, { headers });
  assert.equal(answer.status, 200, path);
  const row = await fixture.nextRow();
  assert.deepEqual([row.ending, Number(row.charge_exact)], ['complete', 0]);
  return (await answer.json()) as Readonly<Record<string, unknown>>;
}

/** As one-api and new-api do: the first day of the month to today, or the last 100 days. */
async function balanceAsAsked(base: string, dates: string): Promise<number> {
  const { hard_limit_usd: limit } = await ask(`${base}/dashboard/billing/subscription`);
  const { total_usage: usage } = await ask(`${base}/dashboard/billing/usage${dates}`);
  return Number(limit) - Number(usage) / 100;
}

test('the balance that aggregators work out is the balance of the account, with any dates and with or without /v1', async () => {
  for (let calls = 0; calls < 3; calls += 1) {
    const { status } = await post(
      fixture.port,
      { model: 'test/chat', messages: [{ role: 'user', content: 'hi' }] },
      { key: fixture.key },
    );
    assert.equal(status, 200);
    assert.ok(Number((await fixture.nextRow()).charge_exact) > 0);
  }
  const { body } = await fixture.admin('GET', `/accounts/${fixture.accountId}`);
  const balance = Number((body as { readonly balance: { readonly available: string } }).balance.available);
  const used = 100 - balance;
  assert.ok(used > 0);
  for (const base of ['/v1', '', '/v1/v1']) {
    for (const dates of [
      '',
      '?start_date=2026-11-01&end_date=2026-11-22',
      '?start_date=1970-01-01&end_date=1970-01-02',
      '?start_date=x',
    ])
      assert.ok(Math.abs((await balanceAsAsked(base, dates)) - balance) < 1e-4, `${base} ${dates}`);
  }
});

test('a key that ends says when, one that does not says 0', async () => {
  assert.equal((await ask('/v1/dashboard/billing/subscription')).access_until, 0);
  const expiresAt = '2030-01-01T00:00:00.000Z';
  await fixture.admin('PATCH', `/keys/${fixture.keyId}`, { expires_at: expiresAt });
  assert.equal((await ask('/v1/dashboard/billing/subscription')).access_until, Date.parse(expiresAt) / 1000);
});
