/**
 * Goal: the status page shows the state of the models from real calls and turns red and green again by itself. It continues during
 * maintenance and while the database is unavailable, and costs almost nothing however often it is requested. Method: a whole service, a
 * scripted upstream that breaks, accounts with separate keys.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { StatusModels, StatusSummary } from '@tollgate/contract/news/status';
import { statusModels, statusSummary } from '@tollgate/contract/news/status';
import { chat, whole } from '../scripted-upstream/behaviours.ts';
import { startFixture, type Fixture } from './fixture.ts';

const model = 'test/chat';
const minuteMs = 60_000;
const words = { title: { zh: '调用失败', en: 'Calls <fail>' }, text: { zh: '在查。', en: 'We are looking into it.' } };

let fixture: Fixture;
const keys: string[] = [];
before(async () => {
  fixture = await startFixture();
  for (const name of ['A', 'B', 'C']) {
    const { id } = (await fixture.admin('POST', '/accounts', { name, trial_credit: true })).body as { id: string };
    keys.push(((await fixture.admin('POST', `/accounts/${id}/keys`, {})).body as { key: string }).key);
  }
});
after(() => fixture.closeSettled());

const url = (path: string): string => `http://127.0.0.1:${String(fixture.port)}${path}`;
const statusOf = async (): Promise<StatusModels> => statusModels.parse(await (await fetch(url('/api/status/models'))).json());
const summaryOf = async (): Promise<StatusSummary> =>
  statusSummary.parse(await (await fetch(url('/api/v2/summary.json?lang=en'))).json());
const chatOf = async () => (await statusOf()).models.find((one) => one.model === model);

async function callOfEach(): Promise<void> {
  await Promise.all(
    keys.map(async (key) => {
      const answer = await fetch(url('/v1/chat/completions'), {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'hi' }] }),
      });
      await answer.text();
    }),
  );
  await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
}

/** The job runs once a minute. */
async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await fixture.service.storage.books.flush();
    fixture.clock.advance(minuteMs);
  }
}

async function shows(status: string): Promise<void> {
  await pass(1);
  await fixture.waitFor(async () => {
    fixture.clock.advance(11_000);
    return (await chatOf())?.status === status;
  });
}

test('a model that nobody called is honest grey, not a hundred percent; then it is red and green again from real faults', async () => {
  assert.deepEqual(
    [(await chatOf())?.status, (await chatOf())?.availability['24h'], (await chatOf())?.days],
    ['unknown', null, []],
  );
  assert.equal((await summaryOf()).components.find(({ name }) => name === model)?.description, 'Too few recent calls');

  fixture.upstream.otherwise(chat());
  await callOfEach();
  await shows('good');
  await fixture.waitFor(async () => {
    fixture.clock.advance(11_000);
    return (await chatOf())?.availability['24h'] === 100;
  });
  assert.equal((await summaryOf()).status.indicator, 'none');
  assert.ok((await chatOf())?.first_token['24h'] !== null, 'the first tokens are told');

  await pass(5);
  fixture.upstream.otherwise(whole('{"error":{"message":"broken"}}', { status: 500 }));
  await callOfEach();
  await shows('down');
  const broken = await summaryOf();
  assert.deepEqual(
    [broken.status.indicator, broken.components.find(({ name }) => name === model)?.status],
    ['major', 'major_outage'],
  );
  const suggested = (await fixture.admin('GET', '/incidents/suggested')).body as {
    data: { model: string; availability: number }[];
  };
  assert.deepEqual(
    suggested.data.map((one) => [one.model, one.availability]),
    [[model, 0]],
  );

  fixture.upstream.otherwise(chat());
  await pass(6);
  await callOfEach();
  await shows('good');
  await fixture.waitFor(async () => {
    fixture.clock.advance(11_000);
    return (await chatOf())?.days.at(-1)?.availability === 66.66;
  });
  assert.equal((await chatOf())?.days.at(-1)?.status, 'down', 'the day remembers');
});

test('an incident is published by operators, step by step, on the page, in its feed and to programs', async () => {
  const opened = await fixture.admin('POST', '/incidents', {
    ...words,
    impact: 'critical',
    status: 'investigating',
    models: [model],
  });
  assert.equal(opened.status, 201);
  const { id } = opened.body as { id: string };
  fixture.clock.advance(3000);
  const open = await summaryOf();
  assert.deepEqual(
    [open.status.indicator, open.incidents[0]?.name, open.incidents[0]?.impact],
    ['critical', 'Calls <fail>', 'critical'],
  );
  await fixture.admin('POST', `/incidents/${id}/updates`, { status: 'resolved', text: { zh: '好了。', en: 'It works again.' } });
  assert.equal((await fixture.admin('POST', `/incidents/${id}/updates`, { status: 'monitoring', text: words.text })).status, 409);
  fixture.clock.advance(3000);
  assert.deepEqual((await summaryOf()).incidents, []);
  assert.deepEqual(
    (await statusOf()).incidents[0]?.updates.map(({ status }) => status),
    ['resolved', 'investigating'],
  );
  const feed = await (await fetch(url('/status.rss?lang=en'))).text();
  assert.match(feed, /Calls ‹fail› · resolved/);
  assert.match(feed, /It works again\./);
  const unknown = await fixture.admin('POST', '/incidents', {
    ...words,
    impact: 'minor',
    status: 'identified',
    models: ['no/such'],
  });
  assert.deepEqual([unknown.status, (unknown.body as { error: { param: string } }).error.param], [400, 'models[0]']);
});

test('during maintenance the status continues and shows it, and refused calls count in no figure', async () => {
  const before = (await chatOf())?.availability;
  const nowMs = fixture.clock.nowMs();
  const maintenance = { from: new Date(nowMs).toISOString(), until: new Date(nowMs + 20 * minuteMs).toISOString() };
  await fixture.admin('POST', '/announcements', { kind: 'maintenance', ...words, maintenance });
  await callOfEach();
  await pass(2);
  fixture.clock.advance(11_000);
  const summary = await summaryOf();
  assert.equal(summary.status.indicator, 'maintenance');
  assert.ok(summary.components.every(({ status }) => status === 'under_maintenance'));
  assert.deepEqual(
    summary.scheduled_maintenances.map(({ status, scheduled_until }) => [status, scheduled_until]),
    [['in_progress', maintenance.until]],
  );
  assert.deepEqual((await chatOf())?.availability, before);
  assert.equal((await statusOf()).maintenance_days.length, 1);
  await pass(20);
  assert.equal((await statusOf()).maintenance, null);
});

test('while the database does not answer the last known state is served, at once', async () => {
  const known = await statusOf();
  const { engine } = fixture.service.storage;
  const read = engine.read.bind(engine);
  const hanging = Promise.withResolvers<never>();
  for (const fault of [() => Promise.reject(new Error('away')), () => hanging.promise]) {
    engine.read = fault;
    fixture.clock.advance(15_000);
    const asked = [statusOf(), statusOf(), statusOf()];
    let isReported = false;
    const told = Promise.all(asked).finally(() => (isReported = true));
    await fixture.waitFor(() => {
      fixture.clock.advance(200);
      return isReported;
    });
    assert.deepEqual((await told)[0]?.models, known.models);
  }
  engine.read = read;
  hanging.reject(new Error('away'));
});

test('a thousand visitors at once are one look into the database, and any query is the same answer', async () => {
  // A read that never ends is given up.
  fixture.clock.advance(16_000);
  const { engine } = fixture.service.storage;
  const read = engine.read.bind(engine);
  let reads = 0;
  engine.read = (lane, query) => {
    if (query.sql.includes('status_days')) reads += 1;
    return read(lane, query);
  };
  const visits = () =>
    Promise.all(
      Array.from({ length: 300 }, async (_, visitor) =>
        (await fetch(url(`/api/status/models?visitor=${String(visitor)}`))).text(),
      ),
    );
  // One request waits for the new response, the others get the previous one; calls may have been judged in between.
  const first = new Set(await visits());
  const looked = reads;
  const second = new Set(await visits());
  engine.read = read;
  assert.ok(first.size <= 2, String(first.size));
  assert.ok(looked <= 1, String(looked));
  assert.equal(second.size, 1);
  assert.ok(first.has([...second][0] ?? ''));
  assert.equal(reads, looked);
});
