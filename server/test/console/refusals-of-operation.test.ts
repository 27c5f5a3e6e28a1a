/**
 * Goal: operator actions that are impossible, or not possible now, are refused with the right name; the same holds for full lists. Method:
 * the APIs over HTTP, and control functions if the environment decides.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createFirstAdministrator } from '../../src/subjects/people/first-administrator.ts';
import { appointOperator } from '../../src/subjects/people/operators.ts';
import { operator } from '../../src/control/principal.ts';
import { keepFile } from '../../src/control/uploaded-files.ts';
import { fileShares } from '../../src/objects/file-shares.ts';
import { createFolderParts } from '../../src/objects/folder/folder-parts.ts';
import { noObjects } from '../../src/objects/no-objects.ts';
import { createSealedObjects } from '../../src/objects/sealed-objects.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { compilerFor } from '../../src/storage/compiler.ts';
import { refusedAs as asNamed } from '../refused-as.ts';
import { doneFirst } from './done-first.ts';
import { made, refusedAs } from './answers.ts';
import { startPeopleBench, type Asks, type PeopleBench } from './people-bench.ts';

let bench: PeopleBench;
let owner: Asks;
let of: string;

before(async () => {
  bench = await startPeopleBench();
  owner = bench.person('founder');
  of = `/accounts/${String((await owner('GET', '/session')).body.accounts[0].id)}`;
});
after(() => bench.close());

const admin: Asks = (...asked) => bench.admin(...asked);

test('a person without a verified address cannot become an operator', async () => {
  const person = { id: 'usr_1', email: 'a@example.com', name: 'A', locale: null, twoFactorEnabled: false, createdAtMs: 1 };
  const people = { findPerson: () => Promise.resolve({ ...person, emailVerified: false }) };
  const appointed = appointOperator(bench.control, people, operator('test'), { email: person.email, role: 'finance' });
  await assert.rejects(appointed, asNamed('address_of_operator_unverified'));
});

test('the link for an administrator makes no second person with an address, and can be used again', async () => {
  const first = createFirstAdministrator({
    context: bench.control,
    settings: bench.stores.settings,
    clock: bench.clock,
    ids: bench.control.ids,
    makeVerified: () => Promise.resolve(null),
  });
  const token = await first.invite(operator('test'));
  const claim = () =>
    first.claim({ token, email: 'a@example.com', password: 'a long enough password', name: 'A' }, '203.0.113.1');
  await assert.rejects(claim(), asNamed('address_taken'));
  await assert.rejects(claim(), asNamed('address_taken'));
});

test('one audit of everything runs at a time', async () => {
  await made(admin('POST', '/audits'));
  await refusedAs('audit_runs', admin('POST', '/audits'));
});

test('a mail is sent again once at a time, unless it is out or cannot leave', async () => {
  const email = 'invited@example.com';
  await made(owner('POST', `${of}/invitations`, { email, role: 'developer' }));
  const { id } = (await admin('GET', `/mails?recipient=${email}`)).body.data[0];
  const resend = () => admin('POST', `/mails/${String(id)}/resend`);
  const { mails } = bench.stores;
  const again = mails.resend.bind(mails);
  Object.assign(mails, { resend: doneFirst(again, again) });
  await refusedAs('record_changed', resend());
  assert.equal((await resend()).status, 200);
  const out = sql`update mail_outbox set state = 'sent', params = null where id = ${id}`;
  await bench.engine.write([{ query: out.compile(compilerFor('sqlite')) }], []);
  await refusedAs('mail_forgotten', resend());
  Object.assign(mails, { leaves: false });
  await refusedAs('no_mail_server', resend());
});

test('a robot takes so many messages in a minute, and there are so many robots', async () => {
  const robot = { kind: 'feishu', locale: 'zh', address: 'https://open.feishu.cn/open-apis/bot/v2/hook/x' };
  const id = await made(admin('POST', '/robots', { ...robot, name: 'first' }));
  for (let sent = 0; sent < 18; sent += 1) assert.equal((await admin('POST', `/robots/${id}/test`)).status, 200);
  await refusedAs('robot_busy', admin('POST', `/robots/${id}/test`));
  for (let one = 1; one < 20; one += 1) await made(admin('POST', '/robots', { ...robot, name: `robot ${String(one)}` }));
  await refusedAs('robots_full', admin('POST', '/robots', { ...robot, name: 'one more' }));
});

test('webhooks of an account are tried so many times in a minute', async () => {
  const { body } = await owner('POST', `${of}/webhooks`, { url: 'https://hooks.example.com/x' });
  const attempt = () => owner('POST', `${of}/webhooks/${String(body.webhook?.id ?? body.id)}/test`);
  for (let tried = 0; tried < 6; tried += 1) await made(attempt());
  await refusedAs('webhook_tests_this_minute', attempt());
});

test('so many pages of an account listen at once', async () => {
  const { noticeFeed } = bench.control;
  const listening = await Promise.all(Array.from({ length: 100 }, () => noticeFeed.subscribe('acc_1', null)));
  try {
    await assert.rejects(noticeFeed.subscribe('acc_1', null), asNamed('pages_listening_full'));
  } finally {
    for (const one of listening) one.stop();
  }
});

test('a file that is uploaded needs a place and room there', async () => {
  const { clock, stores, folder } = bench;
  const facts = { name: '019aa000-0000-7000-8000-000000000001/0', accountId: 'acc_1', keyId: '', mediaType: 'image/png' };
  const file = { facts, bytes: Buffer.from('a licence'), expiresAtMs: clock.nowMs() + 1000 };
  await assert.rejects(keepFile({ uploads: noObjects }, file), asNamed('files_not_kept'));
  const uploads = createSealedObjects({
    index: stores.objects,
    parts: createFolderParts(folder),
    secret: 'of the bench',
    clock,
    logger: silentLogger,
    limits: { keptMs: 1, objectBytesMax: 1, ownBytesMax: 1024, shares: fileShares(0, 0) },
  });
  await assert.rejects(keepFile({ uploads }, file), asNamed('no_room_for_upload'));
});
