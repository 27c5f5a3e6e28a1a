import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { sql } from 'kysely';
import type { OutgoingMail } from '../../../src/domain/people/outgoing-mail.ts';
import { runQueues } from '../../../src/jobs/run-queues.ts';
import { sendMailJob, type SendMailJob } from '../../../src/subjects/notices/send-mail-job.ts';
import { createSmtpSender } from '../../../src/mail/smtp-sender.ts';
import { silentLogger, type Logger } from '../../../src/platform/logger.ts';
import { createSecretBox } from '../../../src/platform/secret-box.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import { UnitConflict } from '../../../src/storage/engine.ts';
import { createMailOutboxStore, purgeMails } from '../../../src/storage/stores/mail-outbox-store.ts';
import { createMailsStore } from '../../../src/subjects/notices/mails-store.ts';
import { createQueueItemsStore } from '../../../src/storage/stores/queue-items-store.ts';
import { mailService } from '../../servers/mail-service.ts';
import { startMailServer, type MailServer, type MailServerScript, type ReceivedMail } from '../../servers/mail-server.ts';
import { waitFor } from '../../wait-for.ts';
import type { OnBooks } from './engine-bench.ts';
import { HeardAlarms } from '../../heard-alarms.ts';

const box = createSecretBox('the secret of these tests');
const everything = { limit: 200, after: null };
const audit = {
  atMs: 0,
  actor: 'test',
  sourceIp: null,
  action: 'x',
  objectKind: 'mail',
  objectId: 'x',
  before: null,
  after: null,
};
const link = 'https://console.test/verify#token=a-one-time-secret';

function verification(recipient: string, source = 'verification:1'): OutgoingMail {
  return { source, recipient, locale: 'zh', template: 'verify-address', params: { url: link } };
}

function theOne({ received }: MailServer): ReceivedMail {
  const [one, ...others] = received;
  assert.ok(one !== undefined && others.length === 0);
  return one;
}

type Bench = Parameters<Parameters<OnBooks>[1]>[0];

/** An outbox in a test's database, with a mail server and the job that sends. */
async function mailBench(
  bench: Bench,
  script: MailServerScript & { readonly user?: string; readonly logger?: Logger; readonly alarms?: HeardAlarms } = {},
) {
  const { engine, clock, ids } = bench;
  const server: MailServer = await startMailServer(script);
  const options = { clock, ids, box, leaves: true };
  const { outbox, attempts, statements } = createMailOutboxStore(engine, options);
  const mails = createMailsStore(engine, options);
  const user = script.user === undefined ? '' : `${script.user}@`;
  const sender = createSmtpSender({
    url: `smtp://${user}127.0.0.1:${String(server.port)}`,
    from: { name: 'Tollgate', address: 'no-reply@tollgate.test' },
    service: () => Promise.resolve(mailService),
    timeZone: 'Asia/Shanghai',
    clock,
  });
  const logger = script.logger ?? silentLogger;
  const newJob = (): SendMailJob => sendMailJob({ attempts, sender, clock, logger, alarms: script.alarms ?? new HeardAlarms() });
  const write = (query: ReturnType<typeof sql>) => engine.write([{ query: query.compile(compilerFor(engine.sql)) }], []);

  const hurry = () => write(sql`update queue_items set due_at = 0 where state = 'waiting'`);

  return {
    server,
    hurry,
    outbox,
    attempts,
    statements,
    mails,
    newJob,
    sender,
    one: async () => (await mails.list({}, everything))[0],
    /** Runs the queue until the condition holds; with `isHurried`, everything is due at once. */
    async until(what: string, condition: () => Promise<boolean> | boolean, { isHurried = true, job = newJob() } = {}) {
      const items = createQueueItemsStore(engine, { ...bench, incarnation: ids.uuid(), isFleet: false });
      const queues = runQueues([job], { clock, logger: silentLogger, items, fraction: () => 0, alarms: new HeardAlarms() });
      try {
        await waitFor(
          async () => {
            if (isHurried) await hurry();
            clock.advance(1000);
            return condition();
          },
          { what, everyMs: 5 },
        );
      } finally {
        let isOver = false;
        void queues.stop().then(() => {
          isOver = true;
        });
        await waitFor(
          () => {
            clock.advance(1000);
            return isOver;
          },
          { what: 'the queue stops', everyMs: 2 },
        );
      }
    },
    stored: async () =>
      JSON.stringify(await engine.read('hot', sql`select * from mail_outbox`.compile(compilerFor(engine.sql))), (_, value) =>
        typeof value === 'bigint'
          ? String(value)
          : value instanceof Uint8Array
            ? Buffer.from(value).toString('latin1')
            : (value as unknown),
      ),
    purge: (nowMs: number, keepMs: number) => purgeMails(engine, { nowMs, keepMs }),
  };
}

/** Tests of outgoing mails, on every engine with a real mail server. */
export function mailTests(name: string, onBooks: OnBooks): void {
  const onMail = (
    guarantee: string,
    script: Parameters<typeof mailBench>[1],
    test: (mail: Awaited<ReturnType<typeof mailBench>>, bench: Bench) => Promise<void>,
  ): void => {
    onBooks(guarantee, async (bench) => {
      const mail = await mailBench(bench, script);
      try {
        await test(mail, bench);
      } finally {
        await mail.server.close();
      }
    });
  };

  void describe(`${name}: mails`, () => {
    onMail(
      'a mail is there if and only if its cause is, goes out once, and what it said is forgotten',
      {},
      async (mail, bench) => {
        const nobody = sql`update accounts set name = '' where id = 'none'`.compile(compilerFor(bench.engine.sql));
        const unit = [...mail.statements(verification('li@example.com')), { query: nobody, mustWrite: 'account' }];
        await assert.rejects(bench.engine.write(unit, []), UnitConflict);
        assert.equal(await mail.one(), undefined);
        await bench.engine.write(mail.statements(verification('li@example.com')), []);
        assert.ok(!(await mail.stored()).includes('a-one-time-secret'), 'a link lies in clear');
        await mail.until('it is sent', async () => (await mail.one())?.state === 'sent');
        const received = theOne(mail.server);
        assert.deepEqual(received.recipients, ['li@example.com']);
        assert.equal(received.mail.subject, '确认你的邮箱');
        assert.ok(received.mail.text?.includes(link));
        assert.ok(received.mail.html?.includes('确认邮箱'));
        assert.equal(received.mail.messageId, `<${(await mail.one())?.id ?? ''}@tollgate.test>`);
        assert.equal(mail.server.received.length, 1);
        assert.equal(await mail.mails.read((await mail.one())?.id ?? '', audit), null);
      },
    );

    onMail('of 50 that put the same at once one goes out', {}, async (mail) => {
      await Promise.all(Array.from({ length: 50 }, () => mail.outbox.put(verification('li@example.com'))));
      await mail.outbox.put(verification('li@example.com', 'verification:2'));
      await mail.until('two are sent', async () => (await mail.mails.list({ state: 'sent' }, everything)).length === 2);
      assert.equal(mail.server.received.length, 2);
    });

    onMail('an address with a line break, a second address or a blank reaches nobody', {}, async (mail) => {
      const hostile = [
        'a@x.test\r\nBcc: evil@y.test',
        'a@x.test, evil@y.test',
        'a@x.test evil@y.test',
        '"evil@y.test"@x.test',
        '<evil@y.test>',
      ];
      for (const address of hostile) await mail.outbox.put(verification(address));
      assert.deepEqual([...new Set((await mail.mails.list({}, everything)).map(({ state }) => state))], ['bounced']);
      // Not even if requested.
      for (const recipient of hostile) {
        const attempt = { id: 'x', attempts: 0, mail: verification(recipient) };
        assert.equal((await mail.sender.send(attempt)).kind, 'bounced');
      }
      assert.equal(mail.server.received.length, 0);
    });

    onMail('names that people chose add no header, no recipient and no markup', {}, async (mail) => {
      const evil = 'Acme\r\nBcc: evil@y.test\r\n\r\n<img src=x onerror=alert(1)> http://evil.test';
      const params = { account: evil, inviter: evil, role: 'developer', url: link };
      await mail.outbox.put({ source: 'i', recipient: 'li@example.com', locale: 'en', template: 'invitation', params });
      await mail.until('it is sent', async () => (await mail.one())?.state === 'sent');
      const received = theOne(mail.server);
      assert.deepEqual(received.recipients, ['li@example.com']);
      assert.equal(received.mail.bcc, undefined);
      assert.ok(!(received.mail.html ?? '<img').includes('<img'));
      assert.ok(!`${received.mail.html ?? ''}${received.mail.text ?? ''}`.includes('http://evil.test'));
    });

    onMail(
      'an address that nobody has bounces at once, and an operator may try it again',
      { onRecipient: () => ({ code: 550, text: '5.1.1 no such user' }) },
      async (mail) => {
        await mail.outbox.put(verification('nobody@example.com'));
        await mail.until('it bounces', async () => (await mail.one())?.state === 'bounced');
        const bounced = await mail.one();
        assert.match(bounced?.lastError ?? '', /no such user/);
        assert.equal(bounced?.attempts, 1);
        assert.ok(bounced);
        await mail.mails.resend(bounced, audit);
        assert.equal((await mail.one())?.state, 'waiting');
        await assert.rejects(mail.mails.resend(bounced, audit), UnitConflict);
        await mail.until('it bounces again', async () => (await mail.one())?.state === 'bounced');
      },
    );

    const busy = { left: 2 };
    onMail(
      'what a server cannot take now goes out later, after 1 and 5 minutes',
      { onRecipient: () => (busy.left-- > 0 ? { code: 451, text: '4.7.1 try later' } : null) },
      async (mail, { clock }) => {
        busy.left = 2;
        await mail.outbox.put(verification('li@example.com'));
        for (const minutes of [1, 5]) {
          const before = (await mail.one())?.attempts ?? 0;
          await mail.hurry();
          await mail.until('an attempt fails', async () => (await mail.one())?.attempts === before + 1, { isHurried: false });
          const one = await mail.one();
          assert.equal(one?.state, 'waiting');
          const pauseMs = (one.nextAtMs ?? 0) - clock.nowMs();
          assert.ok(pauseMs <= minutes * 60_000 && pauseMs > minutes * 60_000 - 30_000, String(pauseMs));
        }
        await mail.until('it is sent', async () => (await mail.one())?.state === 'sent');
        assert.equal(mail.server.received.length, 1);
      },
    );

    onMail(
      'nobody tries for longer than three days',
      { onRecipient: () => ({ code: 451, text: '4.7.1 try later' }) },
      async (mail) => {
        await mail.outbox.put(verification('li@example.com'));
        await mail.until('it is given up', async () => (await mail.one())?.state === 'dead');
        assert.equal((await mail.one())?.attempts, 9);
        assert.notEqual(await mail.mails.read((await mail.one())?.id ?? '', audit), null, 'an operator can pass it on');
      },
    );

    let losses = 1;
    onMail(
      'a connection that is lost after the mail was handed over has it sent again under the same id',
      { onMail: () => (losses-- > 0 ? 'lose' : 'take') },
      async (mail) => {
        losses = 1;
        await mail.outbox.put(verification('li@example.com'));
        await mail.until('it is sent', async () => (await mail.one())?.state === 'sent');
        assert.equal(mail.server.received.length, 2);
        assert.equal(new Set(mail.server.received.map(({ mail: { messageId } }) => messageId)).size, 1);
      },
    );

    const alarms: string[] = [];
    let isRight = false;
    onMail(
      'a server that refuses the sign-in stops all mails and raises an alarm; none is lost or counted',
      {
        user: 'tollgate:s%40cret',
        onSignIn: (user, password) => isRight && user === 'tollgate' && password === 's@cret',
        logger: { ...silentLogger, error: (_fields, message) => alarms.push(message) },
      },
      async (mail, { clock }) => {
        for (let at = 0; at < 6; at += 1) await mail.outbox.put(verification('li@example.com', `v:${String(at)}`));
        const job = mail.newJob();
        const errors = async () => (await mail.mails.list({}, everything)).filter(({ lastError }) => lastError !== null).length;
        await mail.until('all are put off', async () => (await errors()) === 6, { isHurried: false, job });
        assert.ok(mail.server.signIns() <= 2, 'every mail knocked');
        assert.ok(job.isLockedOut());
        assert.match(alarms.join(), /TOLLGATE_SMTP_URL/);
        assert.deepEqual([...new Set((await mail.mails.list({}, everything)).map(({ attempts }) => attempts))], [0]);
        isRight = true;
        clock.advance(15 * 60_000);
        await mail.until('all are sent', async () => (await mail.mails.list({ state: 'sent' }, everything)).length === 6, {
          job,
        });
        assert.ok(!job.isLockedOut());
      },
    );

    onMail(
      'a process that dies between handing a mail over and writing it down has it sent again, and then no more',
      {},
      async (mail, bench) => {
        await mail.outbox.put(verification('li@example.com'));
        const dying = createQueueItemsStore(bench.engine, { ...bench, incarnation: 'inc_dying', isFleet: false });
        assert.equal(await dying.claim([{ queue: 'mail', count: 1 }]), 1);
        const waiting = await mail.attempts.find((await mail.one())?.id ?? '', 0);
        assert.ok(waiting);
        assert.equal((await mail.sender.send(waiting)).kind, 'sent');
        await mail.until('it is sent', async () => (await mail.one())?.state === 'sent');
        assert.equal(mail.server.received.length, 2);
        assert.equal(new Set(mail.server.received.map(({ mail: { messageId } }) => messageId)).size, 1);
        await mail.attempts.postponed(waiting, { afterMs: 0, reason: 'late', counts: true });
        assert.equal((await mail.one())?.state, 'sent', 'a late word of a dead process changes nothing');
      },
    );

    onBooks('without a mail server mails are kept for operators, and old ones are deleted', async ({ engine, clock, ids }) => {
      const options = { clock, ids, box, leaves: false };
      const { outbox } = createMailOutboxStore(engine, options);
      const mails = createMailsStore(engine, options);
      await outbox.put(verification('li@example.com'));
      await outbox.put(verification('wang@example.com'));
      const [found, ...others] = await mails.list({ state: 'unsent', recipient: 'li@example.com' }, everything);
      assert.equal(others.length, 0);
      assert.deepEqual(await mails.read(found?.id ?? '', audit), { url: link });
      assert.equal(await purgeMails(engine, { nowMs: clock.nowMs(), keepMs: 1000 }), 0);
      assert.equal(await purgeMails(engine, { nowMs: clock.nowMs() + 1001, keepMs: 1000 }), 2);
    });
  });
}
