/** Goal: the operator's overview says what the books say, for today by hours and for more by days, and what waits. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sampleRecord } from '../storage/sample-books.ts';
import { claimStatement } from '../../src/storage/stores/trial-claims-store.ts';
import { startAdminBench, type AdminBench } from './admin-bench.ts';

const hourMs = 3_600_000;
let bench: AdminBench;
before(async () => {
  bench = await startAdminBench();
});
after(() => bench.close());

const sumOf = (rows: readonly { readonly calls: number }[]): number => rows.reduce((all, { calls }) => all + calls, 0);

test('today is told by hours and weeks by days, each sum equal to its parts, compared with as long before', async () => {
  const { control, clock, engine } = bench;
  const account = String((await bench.ask('POST', '/api/admin/accounts', { name: 'A', trial_credit: false })).body.id);
  const key = (await bench.ask('POST', `/api/admin/accounts/${account}/keys`, {})).body.id;
  const made = [];
  for (let hour = 0; hour < 60; hour += 1) {
    made.push(sampleRecord(control.ids, clock.nowMs(), { accountId: account, keyId: key, model: hour % 2 === 0 ? 'a' : 'b' }));
    clock.advance(hourMs);
  }
  await engine.commitGroup({ closed: made, notices: [], opened: [], strays: [] }, control.ids.uuid());
  const { timeZone } = control.calendar;
  const hourOfDay = Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(clock.nowMs()));
  const today = (await bench.ask('GET', '/api/admin/overview')).body;
  assert.equal(today.range, 'today');
  assert.equal(today.totals.calls, hourOfDay, 'one call in each whole hour since midnight');
  assert.equal(today.stretches.length, hourOfDay + 1);
  assert.deepEqual(today.compared, { calls: hourOfDay, calls_before: hourOfDay });
  const week = (await bench.ask('GET', '/api/admin/overview?range=7d')).body;
  assert.equal(week.stretches.length, 7);
  for (const { totals, stretches, models } of [today, week]) {
    assert.equal(sumOf(stretches), totals.calls);
    assert.equal(sumOf(models), totals.calls);
  }
  assert.equal(week.totals.calls, 60);
  assert.equal(week.totals.charge, '0.01584006');
  assert.equal(week.totals.upstream_cost, '0.006');
  assert.deepEqual((await bench.ask('GET', '/api/admin/overview?range=1y')).status, 400);
});

test('a trial credit that waits is work for an operator until it is granted', async () => {
  const { engine } = bench;
  const account = String((await bench.ask('POST', '/api/admin/accounts', { name: 'B', trial_credit: false })).body.id);
  const marks = { mailbox: 'm', network: 'n', browser: 'b', day: 20_261_101, claimedAtMs: 5, grantedAtMs: null };
  await engine.write([claimStatement(engine, { accountId: account, state: 'held', reason: 'day', ...marks })], []);
  const work = async () =>
    (await bench.ask('GET', '/api/admin/overview')).body.queues.find((one: { name: string }) => one.name === 'held_trials');
  assert.equal((await work()).waiting, 1);
  assert.equal((await work()).oldest_at, new Date(5).toISOString());
  assert.equal((await bench.ask('POST', `/api/admin/accounts/${account}/trial-credit`)).status, 201);
  assert.equal((await work()).waiting, 0);
});
