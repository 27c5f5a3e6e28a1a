/**
 * Goal: members create, find, limit, replace and end their keys, and see which limit a key reaches first and where it was last used.
 * Method: the API over HTTP on a database with calls committed like those of the gateway.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { at, type Json } from '../../admin/admin-bench.ts';
import { sampleRecord } from '../../storage/sample-books.ts';
import { startPeopleBench, type Asks, type PeopleBench } from '../../console/people-bench.ts';

let bench: PeopleBench;
let account = '';
let owner: Asks;
let keys = '';
before(async () => {
  bench = await startPeopleBench();
  owner = bench.person('owner');
  account = (await owner('GET', '/session')).body.accounts[0].id;
  keys = at`/accounts/${account}/keys`;
});
after(() => bench.close());

async function made(body: object = {}): Promise<Json> {
  const answer = await owner('POST', keys, body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

async function call(keyId: string, own: Parameters<typeof sampleRecord>[2] = {}): Promise<void> {
  const { control, clock, engine } = bench;
  const record = sampleRecord(control.ids, clock.nowMs(), { accountId: account, subAccountId: null, keyId, ...own });
  await engine.commitGroup({ closed: [record], notices: [], opened: [], strays: [] }, control.ids.uuid());
}

const listed = async (query: string): Promise<string[]> =>
  (await owner('GET', `${keys}?${query}`)).body.data.map(({ remark }: Json) => remark);

test('the value of a key is shown once, and its last use with address and time', async () => {
  const { key, id, last_used } = await made({ remark: 'first' });
  assert.match(key, /^sk-/);
  assert.equal(last_used, null);
  await call(id, { sourceIp: '203.0.113.1', status: 401 });
  bench.clock.advance(5000);
  await call(id, { sourceIp: '203.0.113.2' });
  const { body, text } = await owner('GET', `${keys}/${String(id)}`);
  assert.equal(body.last_used.ip, '203.0.113.2');
  assert.equal(body.last_used.at, new Date(bench.clock.nowMs()).toISOString());
  assert.ok(!text.includes(key));
});

test('keys are found by a part of the remark, the last four characters, the visible part, the id, the state', async () => {
  const one = await made({ remark: 'Website 50% off' });
  bench.clock.advance(1);
  const two = await made({ remark: 'website_b' });
  assert.deepEqual(await listed('search=WEBSITE'), ['website_b', 'Website 50% off']);
  assert.deepEqual(await listed('search=50%25'), ['Website 50% off']);
  assert.deepEqual(await listed('search=e_b'), ['website_b']);
  assert.deepEqual(await listed(at`search=${one.last4}`), ['Website 50% off']);
  assert.deepEqual(await listed(at`search=${two.id}`), ['website_b']);
  const shown = `${String(one.prefix)}…${String(one.last4)}`;
  for (const part of [shown, shown.slice(0, -2), String(one.prefix)])
    assert.deepEqual(await listed(at`search=${encodeURIComponent(part)}`), ['Website 50% off'], part);
  assert.deepEqual(await listed('search=sk-'), [], 'all keys begin so');
  const expiring = await made({ remark: 'short', expires_at: new Date(bench.clock.nowMs() + 1000).toISOString() });
  bench.clock.advance(2000);
  assert.deepEqual(await listed('status=expired'), ['short']);
  await owner('DELETE', at`${keys}/${expiring.id}`);
  assert.deepEqual(await listed('status=deleted'), ['short']);
  assert.ok(!(await listed('')).includes('short'));
  assert.ok((await listed('status=all')).includes('short'));
  await owner('PATCH', at`${keys}/${two.id}`, { daily_cap: '0' });
  assert.deepEqual(await listed('status=paused'), ['website_b']);
  assert.ok(!(await listed('status=available')).includes('website_b'));
});

test('operators find keys as members do, and no search finds a key of another account', async () => {
  const mine = await made({ remark: 'sought by all' });
  const other = bench.person('neighbour');
  const otherAccount = String((await other('GET', '/session')).body.accounts[0].id);
  const theirs = (await other('POST', at`/accounts/${otherAccount}/keys`, { remark: 'sought by all, too' })).body;
  const shown = ({ prefix, last4 }: Json): string => encodeURIComponent(`${String(prefix)}…${String(last4)}`);
  for (const [its, query] of [
    ['remark', 'sought'],
    ['id', String(theirs.id)],
    ['last characters', String(theirs.last4)],
    ['visible part', shown(theirs)],
  ] as const) {
    assert.ok(!(await listed(at`search=${query}`)).includes(theirs.remark), its);
    const asOperator = async (of: string): Promise<string[]> => {
      const answer = await bench.ask('GET', at`/api/admin/accounts/${of}/keys?search=${query}`);
      return answer.body.data.map(({ id }: Json) => id);
    };
    assert.deepEqual(await asOperator(otherAccount), [theirs.id], its);
    assert.deepEqual(await asOperator(account), its === 'remark' ? [mine.id] : [], its);
  }
});

test('a reset leaves a replacement with the same settings, and the old key dead', async () => {
  const old = await made({ remark: 'leaked', daily_cap: '5' });
  const { status, body } = await owner('POST', at`${keys}/${old.id}/reset`);
  assert.deepEqual([status, body.remark, body.daily_cap], [201, 'leaked', '5.0000']);
  assert.equal((await owner('GET', at`${keys}/${old.id}`)).body.replaced_by, body.id);
  const { body: log } = await bench.ask('GET', at`/api/admin/audit-log?action=key.reset&object_id=${old.id}`);
  assert.equal(log.data[0].actor, 'owner@example.com');
});

test('the replacement of a disabled key is disabled too, until somebody makes it available', async () => {
  const old = await made({ remark: 'stopped' });
  await owner('PATCH', at`${keys}/${old.id}`, { status: 'disabled' });
  const { status, body } = await owner('POST', at`${keys}/${old.id}/reset`);
  assert.deepEqual([status, body.status], [201, 'disabled']);
  assert.equal((await owner('GET', at`${keys}/${body.id}`)).body.status, 'disabled');
  assert.equal((await owner('PATCH', at`${keys}/${body.id}`, { status: 'available' })).body.status, 'available');
  for (const dead of [old.id, (await made()).id]) {
    if (dead !== old.id) await owner('DELETE', at`${keys}/${dead}`);
    assert.equal((await owner('PATCH', at`${keys}/${dead}`, { status: 'available' })).status, 409);
    assert.equal((await owner('POST', at`${keys}/${dead}/reset`)).status, 409, 'what is over has no replacement');
  }
});

describe('of caps', () => {
  test('the one with least left is named, with what is left and when it begins again', async () => {
    const key = await made({ daily_cap: '6', monthly_cap: '100' });
    assert.deepEqual([key.binds_first.limit, key.binds_first.left], ['key_day', '6.0000']);
    assert.match(key.binds_first.resets_at, /T16:00:00/);
    await owner('PATCH', at`${keys}/${key.id}`, { daily_cap: '60' });
    const { body } = await owner('GET', at`${keys}/${key.id}`);
    assert.deepEqual([body.binds_first.limit, body.binds_first.resets_at], ['balance', null]);
  });

  test('suggested ones would not have stopped the most expensive of the last 30 days', async () => {
    const key = await made();
    const path = at`${keys}/${key.id}/suggested-caps`;
    assert.deepEqual((await owner('GET', path)).body, {
      days: 30,
      average_day: '0.0000',
      peak_day: '0.0000',
      daily_cap: null,
      monthly_cap: null,
    });
    for (const charge of [2_000_000_000n, 4_000_000_000n]) {
      await call(key.id, { charge });
      bench.clock.advance(86_400_000);
    }
    assert.deepEqual((await owner('GET', path)).body, {
      days: 30,
      average_day: '0.2000',
      peak_day: '4.0000',
      daily_cap: '7.5000',
      monthly_cap: '10.0000',
    });
  });
});
