/** Goal: the operator overview equals the books, by hours for today and by days for longer ranges, and shows waiting work. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sampleRecord } from '../../storage/sample-books.ts';
import { createProbesWriter } from '../../../src/subjects/news/status/probes-store.ts';
import { claimStatement } from '../../../src/subjects/ledger/trials/trial-claims-store.ts';
import { operator } from '../../../src/control/principal.ts';
import { createRequest } from '../../../src/subjects/requests/service-requests.ts';
import { startAdminBench, type AdminBench } from '../../admin/admin-bench.ts';
import { invoiceRecords } from '../../admin/scope-cases/invoice-records.ts';

const hourMs = 3_600_000;
let bench: AdminBench;
before(async () => {
  bench = await startAdminBench();
});
after(() => bench.close());

const sumOf = (rows: readonly { readonly calls: number }[]): number => rows.reduce((all, { calls }) => all + calls, 0);

test('today is shown by hours and weeks by days, each sum equal to its parts, compared with as long before', async () => {
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

test('the cost of probe calls is in the totals of each range, and in no revenue', async () => {
  const { clock, engine } = bench;
  const writer = createProbesWriter(engine);
  const dayMs = 24 * hourMs;
  const met = { model: 'a', good: 1, bad: 0 };
  const before = (await bench.ask('GET', '/api/admin/overview?range=30d')).body.totals;
  for (const [agoMs, cost] of [
    [0, 7n],
    [3 * dayMs, 20n],
    [20 * dayMs, 100n],
    [40 * dayMs, 1000n],
  ] as const)
    await writer.add({ startMs: clock.nowMs() - agoMs, day: 0 }, met, cost);
  const costs = [];
  for (const range of ['today', '7d', '30d'])
    costs.push((await bench.ask('GET', `/api/admin/overview?range=${range}`)).body.totals.probe_cost);
  assert.deepEqual(costs, ['0.000000007', '0.000000027', '0.000000127']);
  const after = (await bench.ask('GET', '/api/admin/overview?range=30d')).body.totals;
  assert.deepEqual([after.charge, after.upstream_cost], [before.charge, before.upstream_cost]);
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

interface Queue {
  readonly name: string;
  readonly waiting: number;
  readonly working_days_left: number | null;
  readonly overdue: number;
}

test('waiting work is listed queue by queue, with the working days left, and overdue once they are over', async () => {
  const { control, clock } = bench;
  const account = String((await bench.ask('POST', '/api/admin/accounts', { name: 'C', trial_credit: false })).body.id);
  const queue = async (name: string): Promise<Queue | undefined> => {
    const { queues } = (await bench.ask('GET', '/api/admin/work-queues')).body as { readonly queues: readonly Queue[] };
    assert.deepEqual((await bench.ask('GET', '/api/admin/overview')).body.queues, queues, 'the overview tells the same');
    return queues.find((one) => one.name === name);
  };
  assert.deepEqual(await queue('invoices_to_review'), {
    name: 'invoices_to_review',
    waiting: 0,
    oldest_at: null,
    working_days_left: null,
    overdue: 0,
  });
  await invoiceRecords(bench, account);
  const asked = { kind: 'dedicated', contact: 'Li', details: 'many calls' } as const;
  await createRequest(control, operator('test'), account, asked);
  const review = await queue('invoices_to_review');
  assert.deepEqual([review?.waiting, review?.working_days_left, review?.overdue], [1, 2, 0]);
  const request = await queue('service_requests');
  assert.deepEqual([request?.waiting, request?.working_days_left], [1, 1]);
  const listed = (await bench.ask('GET', '/api/admin/invoices?state=to_review')).body.data;
  assert.equal(listed.length, 1, 'the page that it leads to shows the same');
  assert.equal((await bench.ask('GET', '/api/admin/invoices?state=to_issue')).body.data.length, 0);
  clock.advance(20 * 24 * hourMs);
  const late = await queue('invoices_to_review');
  assert.equal(late?.overdue, 1);
  assert.ok((late.working_days_left ?? 0) < 0);
  assert.equal((await queue('service_requests'))?.overdue, 1);
});
