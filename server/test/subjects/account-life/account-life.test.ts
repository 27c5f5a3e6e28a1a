import assert from 'node:assert/strict';
import { parseAmount } from '@tollgate/contract/money';
import { after, before, test } from 'node:test';
import { keyRefusal } from '../../../src/domain/tenants/key-refusal.ts';
import { hashKeyValue } from '../../../src/domain/tenants/key-value.ts';
import { at, startAdminBench, type AdminBench, type Json } from '../../admin/admin-bench.ts';

let bench: AdminBench;
before(async () => {
  bench = await startAdminBench();
});
after(() => bench.close());

async function made(path: string, body: unknown, headers?: Record<string, string>): Promise<Json> {
  const answer = await bench.ask('POST', at`/api/admin${path}`, body, headers);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

/** The live entry that admission would use. */
async function entryOf(value: string) {
  const entry = await bench.control.directory.find(hashKeyValue(value));
  assert.ok(entry !== null);
  return entry;
}

test('an account lives from its trial credit to its first paid plan', async () => {
  const account = await made('/accounts', { name: 'Example', email: 'owner@example.com' });
  assert.equal(account.plan, 'free-trial');
  assert.deepEqual(account.balance, {
    credits: '10.0000',
    used: '0.0000',
    reserved: '0.0000',
    available: '10.0000',
    trial_left: '10.0000',
    paid_left: '0.0000',
    gifts_left: '0.0000',
    reference_tokens: '5000000',
  });
  const key = await made(at`/accounts/${account.id}/keys`, {});
  const entry = await entryOf(key.key);
  await made(at`/accounts/${account.id}/credits`, { amount: '100.5', reason: 'transfer', bucket: 'paid' });
  assert.equal(entry.account.account.plan.id, 'standard');
  assert.equal(entry.account.credits, 110_500_000_000n);

  const patch = { plan: 'enterprise', limits: { requests_per_minute: null, concurrency: 7 }, price_multiplier: '0.85' };
  const patched = await bench.ask('PATCH', at`/api/admin/accounts/${account.id}`, patch);
  assert.deepEqual(patched.body.limits, { requests_per_minute: null, concurrency: 7 });
  assert.equal(patched.body.price_multiplier, '0.85');
  assert.deepEqual(entry.account.account.limits, { requestsPerMinute: null, concurrency: 7 });
  const back = await bench.ask('PATCH', at`/api/admin/accounts/${account.id}`, {
    limits: null,
    status: 'disabled',
    status_reason: 'bill unpaid',
  });
  assert.deepEqual(back.body.limits, { requests_per_minute: 300, concurrency: 100 });
  assert.equal(keyRefusal(entry, bench.clock.nowMs())?.cause, 'account frozen');

  const ledger = await bench.ask('GET', at`/api/admin/accounts/${account.id}/ledger`);
  assert.deepEqual(
    ledger.body.data.map((row: Json) => [row.bucket, row.amount, row.credits_total]),
    [
      ['paid', '100.5000', '110.5000'],
      ['trial', '10.0000', '10.0000'],
    ],
  );
});

test('a change of a plan is in force at once for every account on it', async () => {
  const plan = { name: 'Gold', requests_per_minute: 10, concurrency_ceiling: null };
  assert.equal((await bench.ask('PUT', '/api/admin/plans/gold', plan)).status, 200);
  const account = await made('/accounts', { name: 'On gold', plan: 'gold' });
  const entry = await entryOf((await made(at`/accounts/${account.id}/keys`, {})).key);
  assert.deepEqual(entry.account.account.limits, { requestsPerMinute: 10, concurrency: null });
  await bench.ask('PUT', '/api/admin/plans/gold', { ...plan, requests_per_minute: 99, strict: true });
  assert.equal(entry.account.account.limits.requestsPerMinute, 99);
  assert.equal(entry.account.account.plan.strict, true);
});

test('a key lives: settings, change, reset, deletion, each in force when it is answered', async () => {
  const account = await made('/accounts', { name: 'Keys' });
  const key = await made(at`/accounts/${account.id}/keys`, {
    remark: 'production',
    daily_cap: '50',
    monthly_cap: '20.5',
    ip_allow_list: ['203.0.113.7', '198.51.100.9/24', '203.0.113.7'],
    model_allow_list: ['sandbox/chat'],
    expires_at: '2027-01-01T00:00:00+08:00',
    strict: true,
    limits: { requests_per_minute: 5, tokens_per_minute: 1000 },
  });
  assert.match(key.key, /^sk-[0-9A-Za-z]{38}$/);
  assert.equal(key.prefix, key.key.slice(0, 7));
  assert.deepEqual(key.ip_allow_list, ['203.0.113.7', '198.51.100.0/24']);
  assert.equal(key.warnings.length, 3);
  const entry = await entryOf(key.key);
  assert.equal(entry.ipAllowed('203.0.113.8'), false);

  const patch = { ip_allow_list: ['203.0.113.8'], monthly_cap: null, limits: { tokens_per_minute: null } };
  const patched = await bench.ask('PATCH', at`/api/admin/keys/${key.id}`, patch);
  assert.equal(patched.status, 200, patched.text);
  assert.equal(patched.body.remark, 'production');
  assert.deepEqual(patched.body.limits, { requests_per_minute: 5, tokens_per_minute: null, concurrency: null });
  assert.equal(entry.ipAllowed('203.0.113.8'), true);
  assert.equal(entry.key.monthlyCap, null);
  assert.equal(entry.key.capArming, 1);

  const replacement = await made(at`/keys/${key.id}/reset`, undefined);
  assert.notEqual(replacement.key, key.key);
  for (const field of ['remark', 'daily_cap', 'ip_allow_list', 'model_allow_list', 'expires_at', 'strict', 'limits', 'status']) {
    assert.deepEqual(replacement[field], patched.body[field], field);
  }
  assert.equal(keyRefusal(entry, bench.clock.nowMs())?.cause, 'reset');
  const old = (await bench.ask('GET', at`/api/admin/keys/${key.id}`)).body;
  assert.deepEqual([old.status, old.replaced_by], ['reset', replacement.id]);
  assert.equal((await bench.ask('PATCH', at`/api/admin/keys/${key.id}`, { remark: 'x' })).status, 409);
  assert.equal((await bench.ask('POST', at`/api/admin/keys/${key.id}/reset`)).status, 409);

  const second = await entryOf(replacement.key);
  assert.equal((await bench.ask('PATCH', at`/api/admin/keys/${replacement.id}`, { status: 'disabled' })).body.status, 'disabled');
  assert.equal(keyRefusal(second, bench.clock.nowMs())?.cause, 'disabled');
  assert.equal(
    (await bench.ask('PATCH', at`/api/admin/keys/${replacement.id}`, { status: 'available' })).body.status,
    'available',
  );
  assert.equal(keyRefusal(second, bench.clock.nowMs()), null);
  assert.equal((await bench.ask('DELETE', at`/api/admin/keys/${replacement.id}`)).body.status, 'deleted');
  assert.equal(keyRefusal(second, bench.clock.nowMs())?.cause, 'deleted');
  assert.equal((await bench.ask('DELETE', at`/api/admin/keys/${replacement.id}`)).status, 200);
});

test('an expired key and a cap of 0 show as what they are', async () => {
  const account = await made('/accounts', { name: 'States' });
  const blocked = await made(at`/accounts/${account.id}/keys`, { monthly_cap: '0' });
  assert.deepEqual([blocked.status, blocked.paused], ['paused', { cap: 'monthly', of: 'key', resumes_at: null }]);
  const expiring = await made(at`/accounts/${account.id}/keys`, { expires_at: '2026-11-21T04:00:01Z' });
  assert.equal(expiring.status, 'available');
  bench.clock.advance(1000);
  assert.equal((await bench.ask('GET', at`/api/admin/keys/${expiring.id}`)).body.status, 'expired');
});

test('deleting a sub-account disables its keys and keeps its name', async () => {
  const account = await made('/accounts', { name: 'Parent' });
  const sub = await made(at`/accounts/${account.id}/sub-accounts`, { name: 'Team A', model_allow_list: ['a', 'a', 'b'] });
  assert.deepEqual(sub.model_allow_list, ['a', 'b']);
  const key = await made(at`/accounts/${account.id}/keys`, { sub_account_id: sub.id });
  const entry = await entryOf(key.key);
  await bench.ask('PATCH', at`/api/admin/sub-accounts/${sub.id}`, { model_allow_list: ['c'] });
  assert.deepEqual(entry.subAccount?.subAccount.modelAllowList, ['c']);
  assert.equal((await bench.ask('DELETE', at`/api/admin/sub-accounts/${sub.id}`)).body.status, 'deleted');
  assert.equal(keyRefusal(entry, bench.clock.nowMs())?.cause, 'disabled');
  const kept = (await bench.ask('GET', at`/api/admin/accounts/${account.id}/sub-accounts`)).body.data[0];
  assert.deepEqual([kept.name, kept.status], ['Team A', 'deleted']);
  assert.equal((await bench.ask('PATCH', at`/api/admin/keys/${key.id}`, { status: 'available' })).status, 409);
  assert.equal((await bench.ask('POST', at`/api/admin/accounts/${account.id}/keys`, { sub_account_id: sub.id })).status, 409);
  const stranger = await made('/accounts', { name: 'Stranger' });
  assert.equal((await bench.ask('POST', at`/api/admin/accounts/${stranger.id}/keys`, { sub_account_id: sub.id })).status, 404);
});

test('50 credits entered at once keep every running total exact', async () => {
  const account = await made('/accounts', { name: 'Busy' });
  const credits = Array.from({ length: 50 }, (_, turn) =>
    made(at`/accounts/${account.id}/credits`, { amount: `0.${String(turn + 1).padStart(9, '0')}`, reason: 'x', bucket: 'paid' }),
  );
  await Promise.all(credits);
  const rows: Json[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Json = await bench.ask(
      'GET',
      at`/api/admin/accounts/${account.id}/ledger?limit=7${cursor && `&cursor=${cursor}`}`,
    );
    rows.push(...page.body.data);
    cursor = page.body.next;
  }
  assert.equal(rows.length, 51);
  assert.equal(new Set(rows.map(({ id }) => id)).size, 51);
  let total = 0n;
  for (const row of rows.toReversed()) {
    total += parseAmount(row.amount);
    assert.equal(parseAmount(row.credits_total), total);
  }
  const { balance } = (await bench.ask('GET', at`/api/admin/accounts/${account.id}`)).body;
  assert.equal(balance.credits, '10.000001275');
  assert.equal(balance.trial_left, '10.0000');
});

test('the trial credit is given once per account', async () => {
  const account = await made('/accounts', { name: 'Once', trial_credit: false });
  const trial = { amount: '10', reason: 'trial', bucket: 'trial' };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => bench.ask('POST', at`/api/admin/accounts/${account.id}/credits`, trial)),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409]);
  assert.equal((await bench.ask('GET', at`/api/admin/accounts/${account.id}`)).body.balance.credits, '10.0000');
});

test('a credit sent again under its idempotency key is entered once and answered the same', async () => {
  const account = await made('/accounts', { name: 'Twice', trial_credit: false });
  const path = at`/api/admin/accounts/${account.id}/credits`;
  const body = { amount: '5', reason: 'transfer 1', bucket: 'paid' };
  const header = { 'idempotency-key': 'transfer-1' };
  const answers = await Promise.all(Array.from({ length: 5 }, () => bench.ask('POST', path, body, header)));
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 4);
  assert.equal((await bench.ask('POST', path, { ...body, amount: '6' }, header)).status, 409);
  assert.equal((await bench.ask('GET', at`/api/admin/accounts/${account.id}`)).body.balance.credits, '5.0000');
});
