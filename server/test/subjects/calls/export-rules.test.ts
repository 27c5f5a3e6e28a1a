/**
 * Goal: a file of calls belongs to its account, is available for a day, and reports its progress. Method: the API over HTTP on a database
 * with calls committed like those of the gateway; files are written elsewhere.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { at, type Json } from '../../admin/admin-bench.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import { sampleRecord } from '../../storage/sample-books.ts';
import { startPeopleBench, type Asks, type PeopleBench } from '../../console/people-bench.ts';

const hourMs = 3_600_000;
let bench: PeopleBench;
let account = '';
let owner: Asks;
let path = '';
let keyId = '';
before(async () => {
  bench = await startPeopleBench();
  owner = bench.person('owner');
  account = (await owner('GET', '/session')).body.accounts[0].id;
  path = at`/accounts/${account}/exports`;
  keyId = (await owner('POST', at`/accounts/${account}/keys`, {})).body.id;
});
after(() => bench.close());

/** Adds calls of this account, one hour after any earlier ones. */
async function called(count: number, own: Parameters<typeof sampleRecord>[2] = {}): Promise<void> {
  const { control, clock, engine } = bench;
  bench.clock.advance(hourMs);
  const closed = Array.from({ length: count }, () =>
    sampleRecord(control.ids, clock.nowMs(), { accountId: account, subAccountId: null, keyId, ...own }),
  );
  await engine.commitGroup({ closed, notices: [], opened: [], strays: [] }, control.ids.uuid());
  bench.clock.advance(1);
}

async function made(body: object = {}): Promise<Json> {
  const answer = await owner('POST', path, { format: 'csv', ...body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

const listed = async (who = owner): Promise<string[]> => (await who('GET', path)).body.data.map(({ id }: Json) => id);

test('a file is there for a day, and after it neither read nor listed nor cancelled', async () => {
  await called(3);
  const { id, state, expires_at: end, created_at: begin } = await made();
  assert.equal(state, 'ready');
  assert.equal(Date.parse(end) - Date.parse(begin), 24 * hourMs);
  bench.clock.advance(24 * hourMs - 1);
  const younger = await made();
  assert.equal((await owner('GET', at`${path}/${id}/content`)).status, 200);
  assert.deepEqual((await listed()).toSorted(), [id, younger.id].toSorted());
  bench.clock.advance(1);
  assert.equal((await owner('GET', at`${path}/${id}`)).status, 404);
  assert.equal((await owner('GET', at`${path}/${id}/content`)).status, 404);
  assert.equal((await owner('DELETE', at`${path}/${id}`)).status, 404);
  assert.deepEqual(await listed(), [younger.id]);
  await owner('DELETE', at`${path}/${younger.id}`);
});

test('the number of rows is announced, for the requested time and up to now', async () => {
  const before = await made();
  await called(4);
  assert.equal((await made()).rows_total, Number(before.rows_total) + 4);
  const from = new Date(bench.clock.nowMs() - hourMs / 2).toISOString();
  const to = new Date(bench.clock.nowMs() + 48 * hourMs).toISOString();
  assert.equal((await made({ filter: { from, to } })).rows_total, 4, 'what is to come counts as nothing');
  assert.equal((await made({ filter: { model: 'test/none' } })).rows_total, 0);
});

test('a file of a part of the account is that part’s, the account’s own, and nobody else’s', async () => {
  const parts = at`/accounts/${account}/sub-accounts`;
  const [team, others] = [
    (await owner('POST', parts, { name: 'Team' })).body.id,
    (await owner('POST', parts, { name: 'Others' })).body.id,
  ];
  const join = async (userId: string, subAccountId: string): Promise<Asks> => {
    const row = { account_id: account, user_id: userId, role: 'admin' as const, sub_account_id: subAccountId, created_at: 0 };
    await bench.engine.write([{ query: compilerFor(bench.engine.sql).insertInto('members').values(row).compile() }], []);
    return bench.person(userId);
  };
  const [leader, neighbour, stranger] = [await join('leader', team), await join('neighbour', others), bench.person('stranger')];
  const whole = await made();
  const begun = await leader('POST', path, { format: 'csv' });
  assert.deepEqual([begun.status, begun.body.rows_total], [201, 0], begun.text);
  const part = begun.body.id;
  for (const [who, sees] of [
    [owner, [part, whole.id]],
    [leader, [part]],
    [neighbour, []],
  ] as const) {
    const list = await listed(who);
    for (const id of [part, whole.id]) {
      const isSeen = (sees as readonly string[]).includes(id);
      assert.equal(list.includes(id), isSeen);
      for (const address of [at`${path}/${id}`, at`${path}/${id}/content`])
        assert.equal((await who('GET', address)).status, isSeen ? 200 : 404);
    }
    assert.equal((await who('DELETE', at`${path}/${sees.length === 0 ? part : 'none'}`)).status, 404);
  }
  assert.equal((await stranger('GET', path)).status, 404);
  assert.equal((await stranger('POST', path, { format: 'csv' })).status, 404);
  assert.equal((await leader('POST', path, { format: 'csv', filter: { sub_account_id: others } })).status, 404);
});

test('many calls are written by a job, one file of an account at a time, if there is room for it; few are ready at once', async () => {
  const { files, store } = bench.control.exports;
  const before = files.hasRoom.bind(files);
  try {
    await called(50_000, { count: 1 });
    const filter = { model: 'chat-small', from: new Date(bench.clock.nowMs() - 1000).toISOString() };
    assert.equal((await made({ filter })).state, 'ready', 'as many as are written while they are fetched');
    await called(1);
    const more = { ...filter, from: new Date(bench.clock.nowMs() - 3 * hourMs).toISOString() };
    Object.assign(files, { hasRoom: (accountId: string) => Promise.resolve(accountId !== account) });
    const refused = await owner('POST', path, { format: 'csv', filter: more });
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'conflict'], refused.text);
    assert.equal(
      (await made({ filter: { model: 'test/none' } })).state,
      'ready',
      'what is written as it is fetched needs no room',
    );
    Object.assign(files, { hasRoom: before });
    const waiting = await made({ filter: more });
    assert.equal(waiting.state, 'waiting');
    const content = at`${path}/${waiting.id}/content`;
    assert.match((await owner('GET', content)).text, /not ready yet/);
    assert.equal((await owner('POST', path, { format: 'csv', filter: more })).status, 409);
    assert.equal((await made({ filter: { model: 'test/none' } })).state, 'ready', 'a small one is in nobody’s way');
    assert.equal((await owner('DELETE', at`${path}/${waiting.id}`)).body.state, 'cancelled');
    assert.match((await owner('GET', content)).text, /Create a new export/);
    assert.ok((await store.find(waiting.id)) !== null);
  } finally {
    Object.assign(files, { hasRoom: before });
  }
});
