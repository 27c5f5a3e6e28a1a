/**
 * Goal: a recipient unsubscribes from announcements with one click, without a sign-in, and nobody can do it for others; an announcement or
 * incident is published once, however often it is sent. Method: the APIs over HTTP.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { at } from '../../admin/admin-bench.ts';
import { startPeopleBench, type PeopleBench } from '../../console/people-bench.ts';

let bench: PeopleBench;
before(async () => {
  bench = await startPeopleBench();
});
after(() => bench.close());

const words = { title: { zh: '新模型', en: 'A new model' }, text: { zh: '现在可用。', en: 'Try it.' } };

function click(token: string, form: RequestInit = {}): Promise<Response> {
  return fetch(`${bench.url}/unsubscribe?t=${encodeURIComponent(token)}`, { method: 'POST', ...form });
}

describe('announcements by mail', () => {
  test('are refused with one click, by a form of either kind and as often as it is sent; a switch brings them back', async () => {
    const asks = bench.person('reader');
    const wanted = async (): Promise<boolean> => (await asks('GET', '/news-mail')).body.wanted;
    assert.equal(await wanted(), true);
    const token = bench.control.newsMarks.tokenOf('Reader@example.com');
    const multipart = new FormData();
    multipart.set('List-Unsubscribe', 'One-Click');
    const forms = [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), multipart, null];
    for (const body of forms) assert.equal((await click(token, { body })).status, 200);
    assert.equal(await wanted(), false);
    assert.equal(
      await bench
        .person('other')('GET', '/news-mail')
        .then(({ body }) => body.wanted),
      true,
      'nobody else',
    );
    const { body } = await bench.ask('GET', '/api/admin/audit-log?action=news-mail.refuse');
    assert.equal(body.data.length, 1);
    assert.ok(!JSON.stringify(body).includes('reader@example.com'), 'whoever reads it learns no address');
    assert.equal((await asks('PUT', '/news-mail', { wanted: true })).status, 200);
    assert.equal(await wanted(), true);
    assert.equal((await bench.nobody('GET', '/news-mail')).status, 401);
  });

  test('are ended by no token that was not made for the address, and guesses are stopped', async () => {
    const asks = bench.person('careful');
    const token = bench.control.newsMarks.tokenOf('careful@example.com');
    const [mark = ''] = token.split('.');
    const forged = bench.control.newsMarks.tokenOf('else@example.com').split('.')[1] ?? '';
    for (const guess of ['', 'x', mark, `${mark}.${forged}`, `${token}x`]) assert.equal((await click(guess)).status, 400, guess);
    assert.equal((await asks('GET', '/news-mail')).body.wanted, true);
    let last = await click('x');
    for (let index = 0; index < 30; index += 1) last = await click('x');
    assert.equal(last.status, 429);
    assert.ok(Number(last.headers.get('retry-after')) > 0);
    bench.clock.advance(61_000);
    assert.equal((await click(token)).status, 200);
  });
});

describe('incidents of operators', () => {
  const post = (path: string, body: object, key: string) =>
    bench.ask('POST', `/api/admin${path}`, body, { 'idempotency-key': key });
  const announcements = async () => (await bench.ask('GET', '/api/admin/announcements')).body.data;

  test('is announced once under one Idempotency-Key, fifty times at once and later; other content under it is refused', async () => {
    const news = { kind: 'news', ...words, mail: true };
    const all = await Promise.all(Array.from({ length: 50 }, () => post('/announcements', news, 'one')));
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([201]));
    assert.equal(new Set(all.map(({ text }) => text)).size, 1);
    assert.equal((await announcements()).length, 1);
    const again = await post('/announcements', news, 'one');
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual((await announcements())[0].mailing, { state: 'waiting', waiting: 0, sent: 0, failed: 0 });
    assert.equal((await post('/announcements', { ...news, pinned: true }, 'one')).status, 409);
    assert.equal((await post('/announcements', { kind: 'news', ...words }, 'two')).body.mailing, null);
  });

  test('describe an incident from its start to its result, each step published once', async () => {
    const told = { title: words.title, text: words.text, impact: 'major' };
    const all = await Promise.all(
      Array.from({ length: 10 }, () => post('/incidents', { ...told, status: 'investigating' }, 'incident')),
    );
    const [{ body: opened } = { body: {} }] = all;
    assert.equal(new Set(all.map(({ body }) => body.id)).size, 1);
    const path = at`/incidents/${opened.id}/updates`;
    const tell = (status: string, key: string) => post(path, { status, text: words.text }, key);
    assert.equal((await tell('postmortem', 'early')).status, 409, 'it is open');
    for (const status of ['identified', 'monitoring', 'resolved', 'postmortem'])
      for (const { status: answered } of await Promise.all([tell(status, status), tell(status, status)]))
        assert.equal(answered, 200);
    assert.equal((await tell('monitoring', 'late')).status, 409, 'it is over');
    const { body } = await bench.ask('GET', '/api/admin/incidents');
    const [incident] = body.data;
    assert.deepEqual(
      incident.updates.map(({ status }: { status: string }) => status),
      ['postmortem', 'resolved', 'monitoring', 'identified', 'investigating'],
    );
    assert.notEqual(incident.resolved_at, null);
    const feed = await (await fetch(`${bench.url}/status.rss?lang=zh`)).text();
    assert.match(feed, /新模型/);
  });
});
