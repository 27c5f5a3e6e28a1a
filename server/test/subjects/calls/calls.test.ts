import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { formatExact, parseAmount } from '@tollgate/contract/money';
import { sql } from 'kysely';
import { compilerFor } from '../../../src/storage/compiler.ts';
import type { AdminAnswer } from '../../ask-admin.ts';
import { startFixture, type Fixture } from '../../gateway/fixture.ts';
import { chatCall, must, question, newKey, type NewKey } from '../../scenarios/scenario.ts';
import { openConsole, type ConsoleBench } from '../../console/console-bench.ts';

type Body = AdminAnswer['body'];

describe("the console's call log", () => {
  let fixture: Fixture;
  let bench: ConsoleBench;
  let bound: NewKey;
  let subAccountId: string;
  let of: string;

  before(async () => {
    fixture = await startFixture();
    bench = await openConsole(fixture.service);
    of = `/accounts/${fixture.accountId}`;
    subAccountId = (await must(fixture, 'POST', `${of}/sub-accounts`, { name: 'Team A' })).id as string;
    bound = await newKey(fixture, { remark: 'team', sub_account_id: subAccountId });
    await bench.join(fixture.accountId, 'owner', 'owner');
    await bench.join(fixture.accountId, 'bound', 'developer', subAccountId);
    for (let at = 0; at < 3; at += 1) assert.equal((await chatCall(fixture, fixture.key)).status, 200);
    assert.equal((await chatCall(fixture, bound.key)).status, 200);
    assert.equal((await chatCall(fixture, fixture.key, { ...question, model: 'test/none' })).status, 404);
    await fixture.service.storage.books.flush();
  });
  after(async () => {
    await bench.close();
    await fixture.closeSettled();
  });

  const get = async (path: string, who = 'owner'): Promise<Body> => {
    const { status, body } = await bench.ask(who, 'GET', `${of}${path}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };

  it('names the key and the sub-account of each call, and reveals nothing that is the operator’s', async () => {
    const { data } = await get('/calls');
    assert.equal(data.length, 5);
    assert.deepEqual(new Set(data.map((row: Body) => row.key.remark)), new Set(['test', 'team']));
    assert.equal(data.find((row: Body) => row.key.remark === 'team').sub_account_name, 'Team A');
    assert.ok(
      data.every((row: Body) => !row.streamed && row.first_token_ms === null),
      'whole answers have no first token',
    );
    for (const name of ['route', 'upstream_cost', 'uncollected', 'attempts', 'attempt_log']) assert.ok(!(name in data[0]), name);
  });

  it('sums up exactly what its rows amount to, in every column of the histogram, and groups errors with their remedy', async () => {
    const { data } = await get('/calls');
    const summary = await get('/calls/summary');
    const total = data.reduce((sum: bigint, row: Body) => sum + parseAmount(row.charge_exact), 0n);
    assert.equal(summary.totals.charge_exact, formatExact(total));
    assert.equal(summary.totals.calls, 5);
    const counted = (name: string): number =>
      summary.buckets.reduce((sum: number, bucket: Body) => sum + (bucket[name] as number), 0);
    assert.deepEqual(['2xx', '4xx', '5xx'].map(counted), [4, 1, 0]);
    assert.equal(summary.summed_from, summary.from);
    assert.ok(!('first_token' in summary));
    assert.equal((await get('/calls/summary?first_token=true')).first_token, null, 'no call was streamed');
    assert.equal(summary.errors.length, 1);
    assert.equal(summary.errors[0].code, 'model_not_found');
    assert.equal(summary.errors[0].calls, 1);
    assert.notEqual(summary.errors[0].remedy, '');
    assert.equal(summary.errors[0].last_call_id, data.find((row: Body) => row.status === 404).id);
    const narrowed = await get(`/calls/summary?key_id=${bound.id}&status_class=2xx&model=test%2Fchat&ending=complete`);
    assert.equal(narrowed.totals.calls, 1);
  });

  it('sums up for operators what all accounts have, the same for one account as that sees it', async () => {
    const own = await get('/calls/summary');
    for (const filter of ['', `?account_id=${fixture.accountId}`]) {
      const all = await must(fixture, 'GET', `/calls/summary${filter}`);
      assert.deepEqual(all.totals, own.totals);
      assert.deepEqual(all.errors, own.errors);
    }
  });

  it('shows the receipt of a call whose lines add up to its charge', async () => {
    const { data } = await get('/calls?status_class=2xx');
    const call = await get(`/calls/${String(data[0].id)}`);
    const sum = call.receipt.lines.reduce((total: bigint, line: Body) => total + parseAmount(line.amount), 0n);
    assert.equal(formatExact(sum), call.receipt.sum);
    assert.equal(call.receipt.total, call.charge_exact);
  });

  it('shows a member of a sub-account what is of it, and nothing else', async () => {
    const { data } = await get('/calls', 'bound');
    assert.deepEqual(
      data.map((row: Body) => row.key.remark),
      ['team'],
    );
    assert.equal((await get('/calls/summary', 'bound')).totals.calls, 1);
    const other = (await get('/calls')).data.find((row: Body) => row.key.remark === 'test');
    assert.equal((await bench.ask('bound', 'GET', `${of}/calls/${String(other.id)}`)).status, 404);
    assert.equal((await bench.ask('bound', 'GET', `${of}/calls?key_id=${fixture.keyId}`)).status, 404);
    assert.equal((await bench.ask('bound', 'GET', `${of}/calls/summary?key_id=${fixture.keyId}`)).status, 404);
    assert.equal((await bench.ask('bound', 'GET', `${of}/balance`)).status, 403);
  });

  it('answers strangers as if there were no account, and nobody not at all', async () => {
    for (const path of ['', '/balance', '/calls', '/calls/summary', '/usage']) {
      assert.equal((await bench.ask('stranger', 'GET', `${of}${path}`)).status, 404, path);
      assert.equal((await bench.ask(null, 'GET', `${of}${path}`)).status, 401, path);
    }
  });

  it('sums usage by key and sub-account with their names, equal to the log to the nano', async () => {
    const byKey = (await get('/usage?group_by=key_id')).data;
    assert.deepEqual(new Set(byKey.map((row: Body) => row.name)), new Set(['test', 'team']));
    const { totals } = await get('/calls/summary');
    const sum = byKey.reduce((total: bigint, row: Body) => total + parseAmount(row.charge), 0n);
    assert.equal(formatExact(sum), totals.charge_exact);
    assert.equal((await get('/usage?group_by=sub_account_id', 'bound')).data[0].name, 'Team A');
  });
});

describe('a key lent to the playground', () => {
  let fixture: Fixture;
  let bench: ConsoleBench;
  let of: string;

  before(async () => {
    fixture = await startFixture();
    bench = await openConsole(fixture.service);
    of = `/accounts/${fixture.accountId}`;
    await bench.join(fixture.accountId, 'dev', 'developer');
    await bench.join(fixture.accountId, 'finance', 'finance');
  });
  after(async () => {
    await bench.close();
    await fixture.closeSettled();
  });

  const lend = (who = 'dev') => bench.ask(who, 'POST', `${of}/keys/${fixture.keyId}/lend`);

  it('calls as the key itself: admitted, charged and logged as its own', async () => {
    const { body } = await lend();
    assert.equal((await chatCall(fixture, body.key)).status, 200);
    const row = await fixture.nextRow();
    assert.equal(row.key_id, fixture.keyId);
    assert.equal(row.status, 200);
    assert.notEqual(row.charge_exact, '0');
  });

  it('is bound by what the key is bound by from the next call on, on the same connection too', async () => {
    const { body } = await lend();
    assert.equal((await chatCall(fixture, body.key)).status, 200);
    await must(fixture, 'PATCH', `/keys/${fixture.keyId}`, { status: 'disabled' });
    assert.equal((await chatCall(fixture, body.key)).status, 401);
    assert.equal((await lend()).status, 409);
    await must(fixture, 'PATCH', `/keys/${fixture.keyId}`, { status: 'available' });
    assert.equal((await chatCall(fixture, body.key)).status, 200);
  });

  it('ends with the role, the membership and the sign-in of the borrower', async () => {
    const { engine } = fixture.service.storage;
    const run = (query: ReturnType<typeof sql>) => engine.write([{ query: query.compile(compilerFor(engine.sql)) }], []);
    const losses: readonly (() => unknown)[] = [
      () => run(sql`update members set role = 'finance' where user_id = 'leaver'`),
      () => run(sql`delete from members where user_id = 'leaver'`),
      () => {
        bench.signOut('leaver');
      },
    ];
    for (const lose of losses) {
      await run(sql`delete from members where user_id = 'leaver'`);
      await bench.join(fixture.accountId, 'leaver', 'developer');
      const { body } = await lend('leaver');
      const called = await chatCall(fixture, body.key);
      assert.equal(called.status, 200, JSON.stringify(called));
      await lose();
      assert.equal((await chatCall(fixture, body.key)).status, 401);
    }
  });

  it('ends after a quarter of an hour, and a modified one never works', async () => {
    const { body } = await lend();
    const value = body.key as string;
    const changed = `${value.slice(0, -6)}${value.at(-6) === 'A' ? 'B' : 'A'}${value.slice(-5)}`;
    assert.equal((await chatCall(fixture, changed)).status, 401);
    assert.equal((await chatCall(fixture, 'sk-lent-')).status, 401);
    assert.equal((await chatCall(fixture, value)).status, 200);
    fixture.clock.advance(15 * 60_000);
    assert.equal((await chatCall(fixture, value)).status, 401);
  });

  it('is for those who may use keys, and from a page of this host alone', async () => {
    assert.equal((await lend('finance')).status, 403);
    assert.equal((await lend('stranger')).status, 404);
    const path = `${of}/keys/${fixture.keyId}/lend`;
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
      assert.equal((await bench.ask('dev', 'POST', path, { headers })).status, 403);
    }
  });
});
