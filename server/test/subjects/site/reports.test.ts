import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAccount } from '../../../src/subjects/tenants/accounts/accounts.ts';
import { createKey } from '../../../src/subjects/tenants/keys/keys.ts';
import { operator } from '../../../src/control/principal.ts';
import type { CallRecord } from '../../../src/domain/books/call-record.ts';
import { sampleRecord } from '../../storage/sample-books.ts';
import { at, startAdminBench, type AdminBench, type Json } from '../../admin/admin-bench.ts';

let bench: AdminBench;
let account = '';
let key = '';

before(async () => {
  bench = await startAdminBench();
  // Created without the API, whose responses would read the figures before the calls below exist.
  const principal = operator('test');
  account = (await createAccount(bench.control, principal, { name: 'Reports' })).account.id;
  const caps = { daily_cap: '0.5', monthly_cap: '5' };
  key = (await createKey(bench.control, principal, account, caps)).record.key.id;
  const record = (over: Partial<CallRecord>): CallRecord =>
    sampleRecord(bench.control.ids, bench.clock.nowMs(), {
      accountId: account,
      subAccountId: null,
      keyId: key,
      day: 20261121,
      ...over,
    });
  await bench.engine.commitGroup(
    {
      closed: [
        record({ model: 'a', charge: 200_000_001n, status: 200, priced: { more: { song: 2, output_audio_ms: 120_000 } } }),
        record({ model: 'b', charge: 300_000_000n, status: 200, priced: { more: { song: 1 } } }),
        record({ model: 'b', charge: 0n, status: 503, ending: 'upstream_broke', error: '=cmd()' }),
        record({ model: null, charge: 0n, status: 401, ending: 'refused', day: 20261120 }),
      ],
      notices: ['cap_80', 'cap_90', 'cap_100'].map((kind) => ({
        accountId: account,
        keyId: key,
        window: `${key}:20261121`,
        kind: kind as 'cap_80',
        arming: 0,
        text: 'words',
        atMs: bench.clock.nowMs(),
      })),
      opened: [],
      strays: [
        { atMs: bench.clock.nowMs(), sourceIp: '203.0.113.9', path: '/v1/models', code: 'invalid_api_key', fault: 'two spaces' },
      ],
    },
    bench.control.ids.uuid(),
  );
});
after(() => bench.close());

const rowsMax = 10_000;

/** Every row of a list, read page by page. */
async function all(path: string, limit: number): Promise<Json[]> {
  const rows: Json[] = [];
  let cursor: string | null = null;
  do {
    const page = `${path}${path.includes('?') ? '&' : '?'}limit=${String(limit)}${cursor === null ? '' : `&cursor=${cursor}`}`;
    const { status, body, text } = await bench.ask('GET', page);
    assert.equal(status, 200, text);
    assert.ok(body.data.length <= limit);
    rows.push(...body.data);
    assert.ok(rows.length <= rowsMax, 'a list has an end');
    cursor = body.next as string | null;
  } while (cursor !== null);
  return rows;
}

test('the call log shows a charge in 4 decimals and exactly, and filters by every column', async () => {
  const rows = await all('/api/admin/calls', 1);
  assert.equal(rows.length, 4);
  const [charged] = await all(
    at`/api/admin/calls?account_id=${account}&key_id=${key}&model=a&status_class=2xx&from=2026-11-21`,
    9,
  );
  assert.deepEqual([charged.charge, charged.charge_exact], ['0.2000', '0.200000001']);
  const failed = await all('/api/admin/calls?status_class=5xx', 9);
  assert.deepEqual(
    failed.map(({ status, charge, error }) => [status, charge, error]),
    [[503, '0.0000', '=cmd()']],
  );
  assert.equal((await all('/api/admin/calls?from=2026-11-22', 9)).length, 0);
});

test('a filter is taken literally: no character of it stands for others', async () => {
  for (const model of ['%', '_', '*', '.', 'A']) {
    const query = `model=${encodeURIComponent(model)}`;
    for (const path of [`/api/admin/calls?${query}`, at`/api/admin/calls?key_id=${key}&${query}`, `/api/admin/usage?${query}`])
      assert.equal((await all(path, 9)).length, 0, path);
  }
  assert.ok((await all('/api/admin/calls?model=a', 9)).length > 0);
});

test('usage adds up the same whatever it is grouped by and however small the pages are', async () => {
  assert.deepEqual(
    (await all('/api/admin/usage?group_by=day,model', 1)).map((row) => [row.day, row.model, row.calls, row.charge]),
    [
      ['2026-11-20', null, 1, '0.0000'],
      ['2026-11-21', 'a', 1, '0.200000001'],
      ['2026-11-21', 'b', 2, '0.3000'],
    ],
  );
  for (const group of ['day', 'account_id', 'sub_account_id', 'key_id', 'model', 'day,account_id,sub_account_id,key_id,model']) {
    const rows = await all(`/api/admin/usage?group_by=${group}`, 1);
    assert.equal(
      rows.reduce((sum: number, row) => sum + Number(row.calls), 0),
      4,
      group,
    );
  }
  const quantities = async (query: string): Promise<unknown[]> =>
    (await all(`/api/admin/usage?${query}`, 1)).map((row) => row.quantities);
  assert.deepEqual(await quantities('group_by=day,model'), [{}, { song: 2, output_audio_ms: 120_000 }, { song: 1 }]);
  assert.deepEqual(await quantities('group_by=day'), [{}, { song: 3, output_audio_ms: 120_000 }]);
  assert.deepEqual(await quantities(at`group_by=key_id&key_id=${key}&model=b&from=2026-11-21`), [{ song: 1 }]);
  assert.deepEqual(await quantities(at`group_by=account_id`), [{ song: 3, output_audio_ms: 120_000 }]);
  const [today] = await all(at`/api/admin/usage?from=2026-11-21&to=2026-11-21&key_id=${key}`, 9);
  assert.deepEqual([today.calls, today.charged_calls, today.charge], [3, 2, '0.500000001']);
});

test('a key whose settled spending reached its daily cap is paused until the day ends, and a raised cap wakes it', async () => {
  const paused = (await bench.ask('GET', `/api/admin/keys/${key}`)).body;
  assert.deepEqual(
    [paused.status, paused.paused],
    ['paused', { cap: 'daily', of: 'key', resumes_at: '2026-11-21T16:00:00.000Z' }],
  );
  assert.deepEqual([paused.spent_today, paused.spent_this_month], ['0.500000001', '0.500000001']);
  const raised = (await bench.ask('PATCH', `/api/admin/keys/${key}`, { daily_cap: '0.6' })).body;
  assert.deepEqual([raised.status, raised.paused], ['available', null]);
  const lowered = (await bench.ask('PATCH', `/api/admin/keys/${key}`, { monthly_cap: '0.1' })).body;
  assert.deepEqual(lowered.paused, { cap: 'monthly', of: 'key', resumes_at: '2026-11-30T16:00:00.000Z' });
  const { balance } = (await bench.ask('GET', `/api/admin/accounts/${account}`)).body;
  assert.deepEqual([balance.used, balance.trial_left, balance.available], ['0.500000001', '9.499999999', '9.499999999']);
});

test('notices and refusals that belong to nobody are listed, newest first', async () => {
  const notices = await all(`/api/admin/accounts/${account}/notices`, 1);
  assert.deepEqual(
    notices.map(({ kind }) => String(kind)),
    // The changed caps above reported the spending: first the daily one, then the monthly one. Each change by an operator is also a
    // message.
    [...['cap_100', 'cap_90', 'cap_80', 'operator_change'], ...['cap_80', 'operator_change'], ...['cap_100', 'cap_90', 'cap_80']],
  );
  const [stray] = await all('/api/admin/stray-refusals', 5);
  assert.deepEqual([stray.source_ip, stray.fault, stray.count], ['203.0.113.9', 'two spaces', 1]);
});

test('operators see which accounts make the service keep most, counted once in ten minutes', async () => {
  const asked = async () => (await bench.ask('GET', '/api/admin/largest-accounts')).body;
  const first = await asked();
  const largest = (body: Json) => body.data.find((one: Json) => one.account_id === account);
  assert.equal(largest(first).name, 'Reports');
  assert.ok(largest(first).parts.calls > 0 && largest(first).bytes > largest(first).parts.calls, JSON.stringify(largest(first)));
  await bench.ask('PATCH', `/api/admin/accounts/${account}`, { name: 'Renamed' });
  assert.deepEqual(await asked(), first);
  bench.clock.advance(10 * 60_000);
  const later = await asked();
  assert.equal(largest(later).name, 'Renamed');
  assert.ok(largest(later).parts.changes > largest(first).parts.changes);
});
