import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { sql } from 'kysely';
import { NoticeFeed } from '../../../src/subjects/notices/notice-feed.ts';
import type { FeedItem } from '../../../src/subjects/notices/notice-ports.ts';
import type { AccountNotice } from '../../../src/domain/books/account-notice.ts';
import type { NoticeDraft } from '../../../src/domain/books/call-record.ts';
import { mailNoticesJob } from '../../../src/subjects/notices/mail-notices-job.ts';
import { silentLogger } from '../../../src/platform/logger.ts';
import { createSecretBox } from '../../../src/platform/secret-box.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import { createDueNoticesStore } from '../../../src/subjects/notices/due-notices-store.ts';
import { createMailOutboxStore } from '../../../src/storage/stores/mail-outbox-store.ts';
import { noticeStatement } from '../../../src/storage/stores/notice-statements.ts';
import { createMailsStore } from '../../../src/subjects/notices/mails-store.ts';
import { createNoticesStore } from '../../../src/subjects/notices/notices-store.ts';
import type { VirtualClock } from '../../virtual-clock.ts';
import { inTime, waitFor } from '../../wait-for.ts';
import type { OnBooks } from './engine-bench.ts';

const everything = { limit: 200, after: null };
const own = { accountId: 'acc_one' };
type Bench = Parameters<Parameters<OnBooks>[1]>[0];

function draft(clock: VirtualClock, over: Partial<NoticeDraft> = {}): NoticeDraft {
  return {
    accountId: 'acc_one',
    keyId: 'key_one',
    window: 'key_one:20261121',
    kind: 'cap_90',
    arming: 0,
    text: 'x',
    params: { level: '90', window: 'day', spent: '4.5', cap: '5' },
    atMs: clock.nowMs(),
    ...over,
  };
}

async function run(bench: Bench, ...statements: readonly ReturnType<typeof sql>[]): Promise<void> {
  const db = compilerFor(bench.engine.sql);
  await bench.engine.write(
    statements.map((statement) => ({ query: statement.compile(db) })),
    [],
  );
}

/** Two owners, an admin without a confirmed address, a developer; and the job as one of several nodes runs it. */
async function noticeBench(bench: Bench, leaves = true) {
  const { engine, clock, ids } = bench;
  const member = (user: string, role: string) =>
    sql`insert into members (account_id, user_id, role, created_at) values ('acc_one', ${user}, ${role}, 1)`;
  await run(
    bench,
    sql`update accounts set email = 'Li@Example.com' where id = 'acc_one'`,
    ...[member('li', 'owner'), member('wang', 'owner'), member('chen', 'admin'), member('zhao', 'developer')],
  );
  const box = createSecretBox('the secret of these tests');
  const { statements } = createMailOutboxStore(engine, { clock, ids, box, leaves });
  const newJob = () =>
    mailNoticesJob({
      notices: createDueNoticesStore(engine, statements),
      findPerson: (id) =>
        Promise.resolve({ email: `${id}@example.com`, emailVerified: id !== 'chen', locale: id === 'wang' ? 'en' : null }),
      locale: 'zh',
      timeZone: 'Asia/Shanghai',
      leaves,
      consoleUrl: () => 'https://console.test',
      nowMs: () => clock.nowMs(),
    });
  const mails = createMailsStore(engine, { clock, box, leaves });
  const audit = {
    atMs: 0,
    actor: 'test',
    sourceIp: null,
    action: 'x',
    objectKind: 'x',
    objectId: 'x',
    before: null,
    after: null,
  };
  return {
    newJob,
    written: async () =>
      (await mails.list({}, everything))
        .map(({ recipient, locale, template }) => `${recipient} ${locale} ${template}`)
        .toSorted(),
    params: async () => mails.read((await mails.list({}, everything))[0]?.id ?? '', audit),
  };
}

/** Tests of in-site messages, their mails and their listeners, on every engine. */
export function noticeTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: messages`, () => {
    onBooks('are listed with their texts, the key as it is called now, and whether they were read', async (bench) => {
      const { engine, clock } = bench;
      const notices = createNoticesStore(engine);
      const notice = draft(clock);
      await engine.commitGroup({ closed: [], opened: [], strays: [], notices: [notice, notice] }, 'inc_one');
      await notices.add([notice, draft(clock, { kind: 'cap_100' }), draft(clock, { accountId: 'acc_two', window: 'other' })]);
      await run(bench, sql`update keys set remark = 'Production' where id = 'key_one'`);
      const found = await notices.list(own, everything);
      assert.deepEqual(
        found.map(({ kind, params, keyRemark }) => [kind, params, keyRemark]),
        ['cap_100', 'cap_90'].map((kind) => [kind, notice.params, 'Production']),
      );
      assert.equal(await notices.countUnread('acc_one', 100), 2);
      assert.equal(await notices.markRead('acc_one', { upTo: found[1]?.id ?? 0n }, 5), 1);
      assert.equal(await notices.markRead('acc_two', { ids: [found[0]?.id ?? 0n] }, 5), 0, "another account's");
      assert.deepEqual(
        (await notices.list({ ...own, isUnread: true }, everything)).map(({ kind }) => kind),
        ['cap_100'],
      );
      assert.equal(await notices.markRead('acc_one', {}, 5), 1);
      assert.equal(await notices.countUnread('acc_one', 100), 0);
    });

    onBooks(
      'are marked as read by their ids, any number of them, and no others of the account or of another one',
      async (bench) => {
        const { engine, clock } = bench;
        const notices = createNoticesStore(engine);
        const windows = Array.from({ length: 9 }, (_, at) => `w${String(at)}`);
        await notices.add([...windows.map((window) => draft(clock, { window })), draft(clock, { accountId: 'acc_two' })]);
        const ids = (await notices.list(own, everything)).map(({ id }) => id);
        const [foreign] = (await notices.list({ accountId: 'acc_two' }, everything)).map(({ id }) => id);
        assert.equal(await notices.markRead('acc_one', { ids: [...ids.slice(0, 5), foreign ?? 0n] }, 5), 5);
        const unread = (await notices.list({ ...own, isUnread: true }, everything)).map(({ id }) => id);
        assert.deepEqual(unread, ids.slice(5));
        assert.equal(await notices.countUnread('acc_two', 100), 1);
        assert.equal(await notices.markRead('acc_one', { ids, upTo: ids.at(-2) ?? 0n }, 5), 2, 'both conditions hold');
      },
    );

    onBooks('of 90 and 100 % are mailed to each owner and to the account once, however many nodes look', async (bench) => {
      const { newJob, written, params } = await noticeBench(bench);
      const notices = createNoticesStore(bench.engine);
      await notices.add([draft(bench.clock, { kind: 'cap_80' })]);
      await newJob().run('');
      assert.deepEqual(await written(), [], '80 % is for the console alone');
      await notices.add([draft(bench.clock)]);
      await Promise.all(Array.from({ length: 5 }, () => newJob().run('')));
      await newJob().run('');
      assert.deepEqual(await written(), ['li@example.com zh cap-level', 'wang@example.com en cap-level']);
      assert.deepEqual(await params(), {
        account: 'one',
        of: 'key',
        key: 'key_one',
        level: '90',
        window: 'day',
        spent: '4.5',
        cap: '5',
        resets: '2026-11-21T16:00:00Z',
        url: 'https://console.test/keys/key_one',
      });
    });

    onBooks('of any kind to an account are there with their cause, and mailed, exactly once', async (bench) => {
      const { engine, clock } = bench;
      const { newJob, written, params } = await noticeBench(bench);
      const notice: AccountNotice = {
        accountId: 'acc_one',
        kind: 'balance_low',
        source: 'arming:7',
        link: '/billing',
        atMs: clock.nowMs(),
        params: { available: '4.5', threshold: '10' },
      };
      const unit = [{ query: sql`update accounts set name = 'One' where id = 'acc_one'`.compile(compilerFor(engine.sql)) }];
      const failing = {
        query: sql`update accounts set name = 'Two' where id = 'acc_none'`.compile(compilerFor(engine.sql)),
        mustWrite: 'x',
      };
      await assert.rejects(engine.write([...unit, noticeStatement(engine, notice), failing], []));
      const notices = createNoticesStore(engine);
      assert.deepEqual(await notices.list(own, everything), [], 'a unit that fails tells nothing');
      await Promise.all(Array.from({ length: 50 }, () => engine.write([...unit, noticeStatement(engine, notice)], [])));
      await engine.write([noticeStatement(engine, { ...notice, accountId: 'acc_two' })], []);
      const found = await notices.list(own, everything);
      assert.deepEqual(
        found.map(({ kind, params: said, link, keyRemark, text }) => [kind, said, link, keyRemark, text.slice(0, 40)]),
        [['balance_low', notice.params, '/billing', null, 'The balance is 4.50 CNY, below 10.00 CNY']],
      );
      await run(
        bench,
        sql`update notices set mail_due = 0 where account_id = 'acc_two'`,
        sql`insert into members (account_id, user_id, role, created_at) values ('acc_one', 'fang', 'finance', 2)`,
        sql`insert into notices (account_id, key_id, "window", kind, arming, text, created_at, mail_due)
          values ('acc_one', '', 'later', 'of_a_later_version', 0, 'Something new.', 1, 2)`,
      );
      await Promise.all(Array.from({ length: 50 }, () => newJob().run('')));
      await newJob().run('');
      assert.deepEqual(await written(), ['fang@example.com zh notice', 'li@example.com zh notice', 'wang@example.com en notice']);
      assert.deepEqual(await params(), {
        account: 'One',
        kind: 'balance_low',
        url: 'https://console.test/billing',
        ...notice.params,
      });
      const [waiting] = await engine.read(
        'hot',
        sql`select mail_due from notices where kind = 'of_a_later_version'`.compile(compilerFor(engine.sql)),
      );
      assert.equal(Number(waiting?.mail_due), 2, 'a kind without words here waits for a node that has them');
    });

    onBooks('older than a day, or without a mail server, are mailed to nobody, also not later', async (bench) => {
      const silent = await noticeBench(bench, false);
      const notices = createNoticesStore(bench.engine);
      await notices.add([draft(bench.clock)]);
      await silent.newJob().run('');
      await notices.add([draft(bench.clock, { kind: 'cap_100', atMs: bench.clock.nowMs() - 86_400_001 })]);
      await run(bench, sql`delete from members`);
      const { newJob, written } = await noticeBench(bench);
      await newJob().run('');
      assert.deepEqual(await written(), []);
    });

    onBooks(
      'reach who follows them within a second, from wherever they come, also out of order, and never twice',
      async (bench) => {
        const { clock } = bench;
        const notices = createNoticesStore(bench.engine);
        const looks = { count: 0 };
        const feed = new NoticeFeed({
          notices: {
            newestId: () => notices.newestId(),
            after(...given) {
              looks.count += 1;
              return notices.after(...given);
            },
          },
          clock,
          logger: silentLogger,
        });
        await notices.add([draft(clock, { window: 'w1' })]);
        const followers = await Promise.all([
          feed.subscribe('acc_one', null),
          feed.subscribe('acc_one', 0n),
          feed.subscribe('acc_two', null),
        ]);
        const heard = followers.map((): FeedItem[] => []);
        const ended = followers.map(async (follower, at) => {
          for await (const item of follower) heard[at]?.push(item);
        });
        const windows = (at: number) => heard[at]?.map((item) => (item === 'alive' ? item : item.window));
        const numbered = (id: bigint) =>
          run(
            bench,
            sql`insert into notices (id, account_id, key_id, "window", kind, arming, text, created_at)
            values (${id}, 'acc_one', 'key_one', ${`w${String(id)}`}, 'cap_80', 0, 'x', 1)`,
          );
        await numbered(10n);
        const until = (what: string, at: number, all: readonly string[]) =>
          waitFor(
            () => {
              clock.advance(1000);
              return JSON.stringify(windows(at)?.filter((window) => window !== 'alive')) === JSON.stringify(all);
            },
            { what: () => `${what}: ${JSON.stringify(windows(at))}`, everyMs: 5 },
          );
        await until('the tenth', 0, ['w10']);
        // By a node that got its number earlier, but commits later.
        await numbered(9n);
        await until('the ninth', 0, ['w10', 'w9']);
        await until('from the start on', 1, ['w1', 'w10', 'w9']);
        const before = looks.count;
        clock.advance(15_000);
        await waitFor(() => windows(2)?.includes('alive') === true, { what: 'a sign of life' });
        assert.ok(looks.count - before <= 15, 'one look a second for all who follow');
        assert.deepEqual(
          windows(2)?.filter((window) => window !== 'alive'),
          [],
          "another account's",
        );
        const more = await Promise.all(Array.from({ length: 98 }, () => feed.subscribe('acc_one', null)));
        await assert.rejects(feed.subscribe('acc_one', null), { code: 'concurrency_limit_exceeded' });
        // Pages that closed before anything was sent.
        for (const follower of more) follower.stop();
        for (const follower of more) follower.stop();
        await Promise.all(more.map(() => feed.subscribe('acc_one', null)));
        await assert.rejects(feed.subscribe('acc_one', null), { code: 'concurrency_limit_exceeded' });
        feed.close();
        await inTime(Promise.all(ended), { what: 'the end of all streams' });
      },
    );
  });
}
