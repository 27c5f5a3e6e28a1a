import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { sql } from 'kysely';
import type { Announcement } from '../../../src/domain/news/announcement.ts';
import type { NewsMailings } from '../../../src/domain/people/news-mailings.ts';
import { createNewsMarks } from '../../../src/domain/people/news-marks.ts';
import { mailAnnouncementsJob } from '../../../src/subjects/news/mail-announcements-job.ts';
import { runQueues } from '../../../src/jobs/run-queues.ts';
import { sendMailJob } from '../../../src/subjects/notices/send-mail-job.ts';
import { createSmtpSender } from '../../../src/mail/smtp-sender.ts';
import { silentLogger } from '../../../src/platform/logger.ts';
import { createSecretBox } from '../../../src/platform/secret-box.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import { createAnnouncementsStore } from '../../../src/subjects/news/announcements-store.ts';
import { createMailOutboxStore } from '../../../src/storage/stores/mail-outbox-store.ts';
import { createNewsMailingsStore } from '../../../src/subjects/news/news-mailings-store.ts';
import { createNewsRefusalsStore } from '../../../src/subjects/news/news-refusals-store.ts';
import { createQueueItemsStore } from '../../../src/storage/stores/queue-items-store.ts';
import { mailService } from '../../servers/mail-service.ts';
import { HeardAlarms } from '../../heard-alarms.ts';
import { startMailServer, type ReceivedMail } from '../../servers/mail-server.ts';
import { waitFor } from '../../wait-for.ts';
import type { OnBooks } from './engine-bench.ts';

type Bench = Parameters<Parameters<OnBooks>[1]>[0];
const secret = 'the secret of these tests';
const marks = createNewsMarks(secret);
const audit = { atMs: 0, actor: 'test', sourceIp: null, action: 'x', objectKind: 'x', objectId: 'x', before: null, after: null };
const peopleCount = 120;
const personId = (index: number): string => `user_${String(index).padStart(4, '0')}`;

function headerOf({ mail }: ReceivedMail, name: string): string | undefined {
  return mail.headers.find(({ key }) => key === name)?.value;
}

/**
 * An account with many people, some with several accounts, one without a confirmed address; and an account without people but with an
 * address.
 */
async function newsBench(bench: Bench) {
  const { engine, clock, ids } = bench;
  const db = compilerFor(engine.sql);
  const run = (...statements: readonly ReturnType<typeof sql>[]) =>
    engine.write(
      statements.map((statement) => ({ query: statement.compile(db) })),
      [],
    );
  const join = (account: string, user: string) =>
    sql`insert into members (account_id, user_id, role, created_at) values (${account}, ${user}, 'developer', 1)`;
  await run(
    ...Array.from({ length: peopleCount }, (_each, index) => join('acc_one', personId(index))),
    sql`update accounts set email = 'of-one@example.com' where id = 'acc_one'`,
    sql`update accounts set email = 'Alone@Example.com', locale = 'en' where id = 'acc_two'`,
  );
  const box = createSecretBox(secret);
  const { attempts, statements } = createMailOutboxStore(engine, { clock, ids, box, leaves: true });
  const mailings = createNewsMailingsStore(engine, statements);
  const refusals = createNewsRefusalsStore(engine);
  const announcements = createAnnouncementsStore(engine, clock);
  const announce = async (over: Partial<Announcement> = {}): Promise<Announcement> => {
    const nowMs = clock.nowMs();
    const announcement: Announcement = {
      id: ids.uuid(),
      kind: 'news',
      isPinned: false,
      publishAtMs: nowMs,
      withdrawnAtMs: null,
      window: null,
      isMailed: true,
      title: { zh: '新模型', en: 'A new model' },
      text: { zh: '现在可用。', en: 'Try it.' },
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      ...over,
    };
    await announcements.create(announcement, audit, null);
    return announcement;
  };
  const newJob = (over: Partial<NewsMailings> = {}) =>
    mailAnnouncementsJob({
      mailings: { ...mailings, ...over },
      refusals,
      marks,
      locale: 'zh',
      leaves: true,
      consoleUrl: () => 'https://console.test',
      findPerson: (id) =>
        Promise.resolve({
          email: `${id}@Example.com`,
          emailVerified: id !== personId(3),
          locale: id === personId(1) ? 'en' : null,
        }),
      nowMs: () => clock.nowMs(),
    });
  const rows = async () => engine.read('reports', sql`select recipient, locale, source, state from mail_outbox`.compile(db));
  return { run, mailings, refusals, announcements, attempts, announce, newJob, rows };
}

/** Runs until every mail is created; each run can be on another node. */
async function untilMade({ newJob, mailings }: Awaited<ReturnType<typeof newsBench>>, { clock }: Bench): Promise<void> {
  for (let runs = 0; (await mailings.due(clock.nowMs())).length > 0; runs += 1) {
    assert.ok(runs < 50, 'it comes to an end');
    await newJob().run('');
  }
}

/** Tests of announcements by mail, on every engine. */
export function newsMailTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: announcements by mail`, () => {
    onBooks(
      'reach each address once, in its language, from the moment everybody may read them, and nobody who refused',
      async (bench) => {
        const news = await newsBench(bench);
        await news.announce({ isMailed: false });
        await news.announce({ publishAtMs: bench.clock.nowMs() + 60_000 });
        await news.refusals.refuse(marks.markOf(`${personId(2)}@example.com`), 1, audit);
        await untilMade(news, bench);
        assert.deepEqual(await news.rows(), [], 'nothing before its time');
        bench.clock.advance(60_000);
        await untilMade(news, bench);
        const rows = await news.rows();
        const expected = Array.from({ length: peopleCount }, (_each, index) => `${personId(index)}@example.com`);
        const wanted = [...expected.filter((_each, index) => index !== 2 && index !== 3), 'alone@example.com'];
        assert.deepEqual(rows.map(({ recipient }) => String(recipient)).toSorted(), wanted.toSorted());
        const english = rows.filter(({ locale }) => locale === 'en').map(({ recipient }) => String(recipient));
        assert.deepEqual(english.toSorted(), ['alone@example.com', `${personId(1)}@example.com`]);
      },
    );

    onBooks('50 parallel and repeated runs with a crash in between: nobody twice, nobody left out', async (bench) => {
      const news = await newsBench(bench);
      const announcement = await news.announce();
      let puts = 0;
      const crashing = (isAfter: boolean) =>
        news.newJob({
          async put(...unit) {
            puts += 1;
            if (puts % 2 === 0 && !isAfter) throw new Error('the process died before it wrote');
            const done = await news.mailings.put(...unit);
            if (puts % 2 === 0) throw new Error('the process died after it wrote');
            return done;
          },
        });
      for (let round = 0; (await news.mailings.due(bench.clock.nowMs())).length > 0; round += 1) {
        assert.ok(round < 20);
        await Promise.allSettled(Array.from({ length: 50 }, (_each, index) => crashing(index % 3 === 0).run('')));
      }
      await Promise.all(Array.from({ length: 50 }, () => news.newJob().run('')));
      const rows = await news.rows();
      assert.equal(rows.length, peopleCount, 'all but one who has not confirmed, and the account without people');
      assert.equal(new Set(rows.map(({ recipient }) => recipient)).size, rows.length);
      assert.ok(rows.every(({ source }) => source === `announcement:${announcement.id}`));
    });

    onBooks('wait outside of the outbox beyond some hundreds, and go no further once withdrawn', async (bench) => {
      const news = await newsBench(bench);
      const more = Array.from({ length: 500 }, (_each, index) => `user_x${String(index).padStart(4, '0')}`);
      await news.run(
        ...more.map(
          (user) => sql`insert into members (account_id, user_id, role, created_at) values ('acc_one', ${user}, 'owner', 1)`,
        ),
      );
      const announcement = await news.announce();
      for (let runs = 0; runs < 5; runs += 1) await news.newJob().run('');
      const made = (await news.rows()).length;
      assert.ok(made >= 350 && made <= 450, String(made));
      const [state] = (await news.announcements.mailings([announcement.id])).values();
      assert.deepEqual(state, { state: 'sending', waiting: made, sent: 0, failed: 0 });
      await news.announcements.update({ ...announcement, withdrawnAtMs: bench.clock.nowMs() }, audit);
      for (let runs = 0; runs < 3; runs += 1) await news.newJob().run('');
      assert.deepEqual(
        new Set((await news.rows()).map(({ state: mailState }) => mailState)),
        new Set(['dead']),
        'what waited goes out no more',
      );
      assert.equal((await news.rows()).length, made);
      const [over] = (await news.announcements.mailings([announcement.id])).values();
      assert.deepEqual(over, { state: 'sent', waiting: 0, sent: 0, failed: made });
    });

    onBooks('carry the headers by which mailboxes end them, and none goes to who refuses in between', async (bench) => {
      const news = await newsBench(bench);
      const server = await startMailServer({});
      try {
        await news.run(sql`delete from members where user_id > ${personId(4)}`);
        const announcement = await news.announce();
        await untilMade(news, bench);
        await news.refusals.refuse(marks.markOf(`${personId(0)}@example.com`), 1, audit);
        const sender = createSmtpSender({
          url: `smtp://127.0.0.1:${String(server.port)}`,
          from: { name: 'Tollgate', address: 'no-reply@tollgate.test' },
          timeZone: 'Asia/Shanghai',
          service: () => Promise.resolve(mailService),
          clock: bench.clock,
        });
        const sending = { attempts: news.attempts, sender, clock: bench.clock, logger: silentLogger, alarms: new HeardAlarms() };
        const isRefused = async (address: string) => (await news.refusals.among([marks.markOf(address)])).size > 0;
        const items = createQueueItemsStore(bench.engine, { ...bench, incarnation: bench.ids.uuid(), isFleet: false });
        const jobs = [sendMailJob(sending), sendMailJob({ ...sending, news: { isRefused } })];
        const queues = runQueues(jobs, {
          clock: bench.clock,
          logger: silentLogger,
          items,
          fraction: () => 0,
          alarms: new HeardAlarms(),
        });
        await waitFor(
          async () => {
            bench.clock.advance(1000);
            return (await news.rows()).every(({ state }) => state !== 'waiting');
          },
          { what: 'all mails to be out', everyMs: 5 },
        );
        await queues.stop();
        await news.newJob().run('');
        const [over] = (await news.announcements.mailings([announcement.id])).values();
        assert.deepEqual(over, { state: 'sent', waiting: 0, sent: 4, failed: 1 });
        const mine = server.received.find(({ recipients }) => recipients.includes(`${personId(1)}@example.com`));
        assert.ok(mine !== undefined);
        const token = marks.tokenOf(`${personId(1)}@example.com`);
        assert.equal(headerOf(mine, 'list-unsubscribe'), `<https://console.test/unsubscribe?t=${token}>`);
        assert.equal(headerOf(mine, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
        assert.equal(marks.markIn(token), marks.markOf(`${personId(1)}@EXAMPLE.com`));
        assert.ok(!token.includes('example') && !Buffer.from(token, 'base64url').toString('latin1').includes('example'));
        assert.equal(marks.markIn(`${token.slice(0, -1)}x`), null);
        assert.equal(createNewsMarks('another secret').markIn(token), null);
      } finally {
        await server.close();
      }
    });
  });
}
