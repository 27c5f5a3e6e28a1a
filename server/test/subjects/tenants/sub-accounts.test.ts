/** Goal: a sub-account limits its keys together, and a member limited to it sees and creates only what belongs to it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { at, type Json } from '../../admin/admin-bench.ts';
import { memberStatement } from '../../../src/subjects/people/members-store.ts';
import { startPeopleBench, type Asks, type PeopleBench } from '../../console/people-bench.ts';

let bench: PeopleBench;
let account = '';
let owner: Asks;
before(async () => {
  bench = await startPeopleBench();
  owner = bench.person('owner');
  account = (await owner('GET', '/session')).body.accounts[0].id;
});
after(() => bench.close());

const parts = () => at`/accounts/${account}/sub-accounts`;
const keys = () => at`/accounts/${account}/keys`;

test('a sub-account is made with caps, changed, shown with what belongs to it, and deleted with its keys', async () => {
  const { status, body } = await owner('POST', parts(), { name: 'Team', daily_cap: '20', monthly_cap: '10' });
  assert.deepEqual([status, body.daily_cap, body.keys, body.members, body.warnings.length], [201, '20.0000', 0, 0, 1]);
  const one = at`${parts()}/${body.id}`;
  const { body: key } = await owner('POST', keys(), { sub_account_id: body.id, daily_cap: '15' });
  assert.deepEqual([key.sub_account_name, key.binds_first.limit], ['Team', 'balance']);
  await owner('PATCH', one, { daily_cap: '5', name: 'Team B' });
  const { body: bound } = await owner('GET', at`${keys()}/${key.id}`);
  assert.deepEqual(
    [bound.sub_account_name, bound.binds_first.limit, bound.binds_first.left],
    [...['Team B', 'sub_account_day', '5.0000']],
  );
  assert.equal((await owner('GET', one)).body.keys, 1);
  assert.equal((await owner('PATCH', one, { daily_cap: '-1' })).status, 400);
  assert.equal((await owner('DELETE', one)).body.status, 'deleted');
  assert.equal((await owner('GET', at`${keys()}/${key.id}`)).body.status, 'disabled');
  const names = async (query: string) => (await owner('GET', `${parts()}${query}`)).body.data.map(({ name }: Json) => name);
  assert.deepEqual([await names(''), await names('?status=deleted')], [[], ['Team B']]);
});

test('a bound developer makes keys of the sub-account alone, and sees nothing else', async () => {
  const [mine, other] = await Promise.all(
    ['Mine', 'Other'].map(async (name) => String((await owner('POST', parts(), { name })).body.id)),
  );
  const { body: foreign } = await owner('POST', keys(), { sub_account_id: other });
  const bound = bench.person('bound');
  const member = { accountId: account, userId: 'bound', role: 'developer' as const, createdAtMs: 1 };
  await bench.engine.write([memberStatement(bench.engine, { ...member, subAccountId: mine ?? null })], []);
  const { status, body } = await bound('POST', keys(), { remark: 'own' });
  assert.deepEqual([status, body.sub_account_id, body.binds_first], [201, mine, null]);
  assert.equal((await bound('POST', keys(), { sub_account_id: other })).status, 404);
  assert.equal((await bound('POST', keys(), { sub_account_id: null })).status, 404);
  assert.equal((await bound('GET', at`${keys()}/${foreign.id}`)).status, 404);
  assert.deepEqual(
    (await bound('GET', keys())).body.data.map(({ id }: Json) => id),
    [body.id],
  );
  assert.deepEqual(
    (await bound('GET', parts())).body.data.map(({ id, members }: Json) => [id, members]),
    [[mine, 1]],
  );
  assert.equal((await bound('PATCH', at`${parts()}/${mine}`, { name: 'x' })).status, 403);
});
