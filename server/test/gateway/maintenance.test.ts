/**
 * Goal: "Service maintenance is announced on an announcement board" and 503 for "planned platform maintenance", without charge. From the
 * first to the last millisecond, calls are refused with the announcement, running ones finish, and any end takes effect at once.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createNewsBoard } from '../../src/domain/news/news-board.ts';
import { chat, chatStream } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { postBytes, RawClient } from './raw-client.ts';

const title = { zh: '数据库升级', en: 'Database upgrade' };
const text = { zh: '升级期间暂停调用。', en: 'Calls pause while we upgrade.\n\nNothing is charged <b>meanwhile</b>.' };
const minuteMs = 60_000;
/** Time until it starts; short enough that no upstream is silent for too long. */
const leadMs = 5000;

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
  fixture.upstream.otherwise(chat());
});
after(() => fixture.closeSettled());

const url = (path: string): string => `http://127.0.0.1:${String(fixture.port)}${path}`;
const iso = (ms: number): string => new Date(ms).toISOString();

function call(body: object = {}): Promise<Response> {
  return fetch(url('/v1/chat/completions'), {
    method: 'POST',
    headers: { authorization: `Bearer ${fixture.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'test/chat', messages: [{ role: 'user', content: 'hi' }], ...body }),
  });
}

async function announce(fromMs: number, untilMs: number, more: object = {}): Promise<string> {
  const maintenance = { from: iso(fromMs), until: iso(untilMs) };
  const { status, body } = await fixture.admin('POST', '/announcements', {
    kind: 'maintenance',
    title,
    text,
    maintenance,
    ...more,
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
}

/** No commit may be in progress, or the books would treat the jump as an outage. */
async function pass(ms: number): Promise<void> {
  await fixture.service.storage.books.flush();
  fixture.clock.advance(ms);
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever the interface answers
const jsonOf = async (answer: Response): Promise<any> => await answer.json();
const board = async () => jsonOf(await fetch(url('/api/announcements')));

async function statusOfCall(): Promise<number> {
  const answer = await call();
  await answer.text();
  await fixture.nextRow();
  return answer.status;
}

describe('planned maintenance', () => {
  let fromMs: number;
  let untilMs: number;
  let id: string;
  beforeEach(async () => {
    fromMs = fixture.clock.nowMs() + leadMs;
    untilMs = fromMs + 30 * minuteMs;
    id = await announce(fromMs, untilMs);
  });

  test('refuses calls with 503, the announced text and the time to its end, and charges nothing', async () => {
    assert.equal(await statusOfCall(), 200);
    await pass(leadMs - 1);
    assert.equal(await statusOfCall(), 200, 'the last millisecond before');
    await pass(1);
    const before = (await fixture.admin('GET', `/accounts/${fixture.accountId}`)).body.balance;
    const answer = await call();
    const { error } = await jsonOf(answer);
    assert.deepEqual([answer.status, error.code, answer.headers.get('retry-after')], [503, 'maintenance', '1800']);
    assert.match(error.message, /Database upgrade: Calls pause while we upgrade\. Nothing is charged/);
    assert.match(error.message, /数据库升级：升级期间暂停调用。/);
    assert.equal(answer.headers.get('connection') === 'close', false, 'the process goes on');
    const row = await fixture.nextRow();
    assert.deepEqual([row.status, row.error_code, row.charge, row.ending], [503, 'maintenance', '0.0000', 'refused']);
    assert.match(row.error ?? '', /Database upgrade/);
    const models = await fetch(url('/v1/models'), { headers: { authorization: `Bearer ${fixture.key}` } });
    assert.equal(models.status, 200, 'what costs nothing is told meanwhile');
    await models.text();
    await fixture.nextRow();
    assert.deepEqual((await fixture.admin('GET', `/accounts/${fixture.accountId}`)).body.balance, before);

    await pass(30 * minuteMs - 1);
    assert.equal(await statusOfCall(), 503, 'the last millisecond');
    await pass(1);
    assert.equal(await statusOfCall(), 200, 'from its end on');
    await fixture.expectSettled();
  });

  test('lets a stream that runs finish, and charges it', async () => {
    const gate = new Gate();
    fixture.upstream.next(chatStream(['Hello ', gate, 'there']));
    const answer = await call({ stream: true });
    await gate.reached;
    await pass(leadMs);
    const refused = await call();
    assert.equal(refused.status, 503);
    await refused.text();
    gate.open();
    assert.ok((await answer.text()).endsWith('data: [DONE]\n\n'));
    const row = await fixture.nextRow();
    assert.deepEqual([row.status, row.ending], [200, 'complete']);
    assert.ok(Number(row.charge) > 0);
    assert.equal((await fixture.nextRow()).error_code, 'maintenance');
    await pass(30 * minuteMs);
  });

  test('refuses a call before its body was sent: nobody uploads for nothing', async () => {
    await pass(leadMs);
    const client = await RawClient.open(fixture.port);
    client.send(postBytes('', { key: fixture.key, headers: { 'content-length': '100000' } }));
    try {
      const answer = await client.answer();
      assert.deepEqual([answer.status, JSON.parse(answer.body).error.code], [503, 'maintenance']);
    } finally {
      client.socket.destroy();
    }
    assert.equal((await fixture.nextRow()).error_code, 'maintenance');
    await pass(30 * minuteMs);
  });

  test('refuses a call whose body was still on its way when it began', async () => {
    const headers = { authorization: `Bearer ${fixture.key}`, 'content-type': 'application/json' };
    const calling = request({ port: fixture.port, method: 'POST', path: '/v1/chat/completions', headers });
    calling.flushHeaders();
    await fixture.waitFor(() => fixture.service.gateway.state.running.size === 1);
    await pass(leadMs);
    calling.end(JSON.stringify({ model: 'test/chat', messages: [{ role: 'user', content: 'hi' }] }));
    const [answer] = (await once(calling, 'response')) as [IncomingMessage];
    const { error } = JSON.parse(await textOf(answer));
    assert.deepEqual([answer.statusCode, error.code], [503, 'maintenance']);
    await fixture.nextRow();
    await pass(30 * minuteMs);
  });

  test('ends at once when an operator ends it, and is shown on the board all the while', async () => {
    await pass(leadMs);
    assert.equal(await statusOfCall(), 503);
    await pass(2000);
    const shown = await board();
    assert.deepEqual(shown.running, { id, until: iso(untilMs) });
    assert.equal(shown.data.find((one: { id: string }) => one.id === id).maintenance.state, 'in_progress');
    assert.equal((await fixture.admin('POST', `/announcements/${id}/end-maintenance`)).status, 200);
    assert.equal(await statusOfCall(), 200);
    assert.equal((await fixture.admin('POST', `/announcements/${id}/end-maintenance`)).status, 409);
    await pass(2000);
    assert.equal((await board()).running, null);
  });

  test('does not begin when it was withdrawn, nor at its old time when it was put off', async () => {
    await fixture.admin('POST', `/announcements/${id}/withdraw`);
    const other = await announce(fromMs, untilMs);
    const later = { from: iso(fromMs + minuteMs), until: iso(untilMs + minuteMs) };
    const moved = await fixture.admin('PUT', `/announcements/${other}`, { kind: 'maintenance', title, text, maintenance: later });
    assert.equal(moved.status, 200, JSON.stringify(moved.body));
    await pass(leadMs);
    assert.equal(await statusOfCall(), 200);
    await pass(minuteMs);
    assert.equal(await statusOfCall(), 503);
    const early = { from: later.from, until: iso(fixture.clock.nowMs() + minuteMs) };
    await fixture.admin('PUT', `/announcements/${other}`, { kind: 'maintenance', title, text, maintenance: early });
    await pass(minuteMs);
    assert.equal(await statusOfCall(), 200);
  });
});

test('a long maintenance asks clients to retry after an hour at most', async () => {
  const fromMs = fixture.clock.nowMs();
  const id = await announce(fromMs, fromMs + 5 * 60 * minuteMs);
  const answer = await call();
  assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '3600']);
  await answer.text();
  await fixture.nextRow();
  await fixture.admin('POST', `/announcements/${id}/end-maintenance`);
});

test('maintenance continues if a process starts during it', async () => {
  const fromMs = fixture.clock.nowMs();
  const id = await announce(fromMs, fromMs + 60 * minuteMs);
  const ofNewProcess = await createNewsBoard(fixture.service.storage.stores.announcements);
  assert.equal(ofNewProcess.maintenanceAt(fromMs + minuteMs)?.id, id);
  await fixture.admin('POST', `/announcements/${id}/withdraw`);
});

describe('the announcement board', () => {
  const news = { kind: 'news', title: { zh: '新模型', en: 'A new <model>' }, text: { zh: '现在可用。', en: 'Try it & see.' } };

  test('shows what is published in both languages, pinned first, and nothing before its time or after it was withdrawn', async () => {
    type Made = { readonly id: string; readonly state: string };
    const now: Made = (await fixture.admin('POST', '/announcements', news)).body;
    const pinned: Made = (await fixture.admin('POST', '/announcements', { ...news, pinned: true })).body;
    const atMs = fixture.clock.nowMs() + minuteMs;
    const later: Made = (await fixture.admin('POST', '/announcements', { ...news, publish_at: iso(atMs) })).body;
    assert.deepEqual([now.state, later.state], ['published', 'scheduled']);
    await pass(2000);
    const ids = async () => ((await board()).data as { id: string }[]).map(({ id }) => id);
    assert.equal((await ids())[0], pinned.id);
    assert.ok((await ids()).includes(now.id));
    assert.ok(!(await ids()).includes(later.id));
    assert.equal((await fetch(url(`/api/announcements/${later.id}`))).status, 404);
    await pass(minuteMs);
    assert.ok((await ids()).includes(later.id));
    assert.equal((await jsonOf(await fetch(url(`/api/announcements/${later.id}`)))).title.zh, '新模型');
    await fixture.admin('POST', `/announcements/${now.id}/withdraw`);
    await pass(2000);
    assert.ok(!(await ids()).includes(now.id));
    assert.equal((await fetch(url(`/api/announcements/${now.id}`))).status, 404);
  });

  test('is an RSS feed, in which a text says what it says and does nothing', async () => {
    const answer = await fetch(url('/announcements.rss?lang=en'));
    assert.match(answer.headers.get('content-type') ?? '', /application\/rss\+xml/);
    const xml = await answer.text();
    assert.match(xml, /<rss version="2.0"/);
    assert.match(xml, /A new ‹model›/);
    assert.match(xml, /<p>Try it &amp; see\.<\/p>/);
    assert.match(xml, /&lt;b&gt;meanwhile/);
    assert.match(await (await fetch(url('/announcements.rss'))).text(), /新模型/);
  });

  test('is answered from memory: asked again it costs no look into the database, and names what a client has already', async () => {
    const first = await fetch(url('/api/announcements?whatever=1'));
    const etag = first.headers.get('etag') ?? '';
    assert.equal((await fetch(url('/api/announcements'), { headers: { 'if-none-match': etag } })).status, 304);
    const { engine } = fixture.service.storage;
    const read = engine.read.bind(engine);
    let reads = 0;
    engine.read = (lane, query) => {
      if (query.sql.includes('announcements')) reads += 1;
      return read(lane, query);
    };
    for (let round = 0; round < 20; round += 1) await (await fetch(url('/api/announcements'))).text();
    await pass(1500);
    await (await fetch(url('/announcements.rss'))).text();
    engine.read = read;
    assert.equal(reads, 0);
  });

  test('takes nothing that cannot be: half a language, an end before its begin, a window over already, control characters', async () => {
    const nowMs = fixture.clock.nowMs();
    const maintenance = (from: number, until: number) => ({
      kind: 'maintenance',
      title,
      text,
      maintenance: { from: iso(from), until: iso(until) },
    });
    const cases: readonly (readonly [string, object])[] = [
      ['title.en', { ...news, title: { zh: '标题', en: '' } }],
      ['text.zh', { ...news, text: { zh: 'a\0b', en: 'x' } }],
      ['title.zh', { ...news, title: { zh: '\ud800', en: 'x' } }],
      ['text.en', { ...news, text: { zh: 'x', en: 'x'.repeat(8001) } }],
      ['maintenance', { ...news, maintenance: { from: iso(nowMs), until: iso(nowMs + 1) } }],
      ['maintenance', { ...news, kind: 'maintenance' }],
      ['maintenance.until', maintenance(nowMs + 2, nowMs + 1)],
      ['maintenance.from', maintenance(nowMs - 600_000, nowMs + 1)],
      ['maintenance.until', maintenance(nowMs, nowMs + 8 * 24 * 60 * minuteMs)],
      ['publish_at', { ...maintenance(nowMs + 1000, nowMs + 2000), publish_at: iso(nowMs + 1500) }],
    ];
    for (const [param, body] of cases) {
      const answer = await fixture.admin('POST', '/announcements', body);
      assert.deepEqual([answer.status, answer.body.error.param], [400, param], JSON.stringify(body).slice(0, 200));
    }
  });
});
