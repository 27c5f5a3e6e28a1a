/**
 * Goal: a person who verifies their address gets one account and at most one trial credit, whatever they try; a held credit reaches them
 * only once, after an operator grants it. Method: the API over HTTP; reads ledger and audit log afterwards.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { memberStatement } from '../../../src/subjects/people/members-store.ts';
import { mailboxOf } from '../../../src/domain/people/sign-up-marks.ts';
import { at } from '../../admin/admin-bench.ts';
import { startPeopleBench, type Asks, type PeopleBench } from '../../console/people-bench.ts';

let bench: PeopleBench;
before(async () => {
  bench = await startPeopleBench({ trialsPerDay: 12 });
});
after(() => bench.close());

/** A separate source address per person, unless a test says otherwise. */
let addresses = 0;
const from = (address?: string): Record<string, string> => {
  addresses += 1;
  return { 'x-forwarded-for': address ?? `198.51.100.${String(addresses)}` };
};

async function openedBy(asks: Asks, headers = from()): Promise<{ id: string; credits: string; held: string | null }> {
  const { status, body } = await asks('GET', '/session', undefined, headers);
  assert.equal(status, 200);
  assert.equal(body.accounts.length, 1);
  const { id, role, sub_account_id } = body.accounts[0];
  assert.deepEqual([role, sub_account_id], ['owner', null]);
  const account = await asks('GET', at`/accounts/${id}`);
  const balance = await asks('GET', at`/accounts/${id}/balance`);
  return { id, credits: balance.body.credits, held: account.body.held_trial_credit?.reason ?? null };
}

const entriesOf = async (id: string): Promise<unknown[]> =>
  (await bench.ask('GET', at`/api/admin/accounts/${id}/ledger`)).body.data;

test('fifty requests at once open one account, with one credit and one owner', async () => {
  const asks = bench.person('many');
  const headers = from();
  const all = await Promise.all(Array.from({ length: 50 }, () => asks('GET', '/session', undefined, headers)));
  const ids = new Set(all.map(({ body }) => body.accounts[0].id));
  assert.equal(ids.size, 1);
  const [id = ''] = ids as Set<string>;
  assert.equal((await entriesOf(id)).length, 1);
  assert.equal((await asks('GET', at`/accounts/${id}/balance`)).body.credits, '10.0000');
  const { body } = await bench.ask('GET', '/api/admin/audit-log?action=account.open');
  assert.equal(body.data.filter((row: { actor: string }) => row.actor === 'many@example.com').length, 1);
});

test('a person without a verified address owns nothing, and gets no notification', async () => {
  const asks = bench.person('unverified', { emailVerified: false });
  assert.deepEqual((await asks('GET', '/session')).body.accounts, []);
  assert.equal((await bench.nobody('GET', '/session')).status, 401);
});

test('an account is called by who opens it, written to in their language, and may be renamed', async () => {
  const asks = bench.person('named', { name: '  Li Lei ', locale: 'zh' });
  const { id } = await openedBy(asks);
  const read = async () => (await asks('GET', at`/accounts/${id}`)).body;
  const { name, email, locale } = await read();
  assert.deepEqual([name, email, locale], ['Li Lei', 'named@example.com', 'zh']);
  assert.equal(
    (await asks('PATCH', at`/accounts/${id}`, { name: 'Li Ltd', email: 'pay@example.com', locale: 'en' })).status,
    200,
  );
  const after = await read();
  assert.deepEqual([after.name, after.email, after.locale], ['Li Ltd', 'named@example.com', 'en']);
});

test('no account is renamed to what advertises in its mails to others, or to what nobody sees', async () => {
  const asks = bench.person('renamed', { name: 'Li Lei' });
  const { id } = await openedBy(asks);
  const refused = [
    'Win at http://evil.test',
    'WWW.evil.test',
    '\u202eevil',
    '\u200b',
    'two\u2028lines',
    'two\u0085lines',
    ' ',
    '\u00ad',
  ];
  for (const name of refused) {
    const { status, body } = await asks('PATCH', at`/accounts/${id}`, { name });
    assert.deepEqual([status, body.error?.param], [400, 'name'], JSON.stringify(name));
  }
  assert.equal((await asks('GET', at`/accounts/${id}`)).body.name, 'Li Lei');
  for (const name of ['上海示例（科技）有限公司', 'Müller & Söhne GmbH', "O'Neil S.A.", 'نرم\u200cافزار'])
    assert.equal((await asks('PATCH', at`/accounts/${id}`, { name })).status, 200, name);
});

describe('the trial credit', () => {
  test('is given once per mailbox, however the address is spelt', async () => {
    assert.equal(mailboxOf('A.b+c@GoogleMail.com'), 'ab@gmail.com');
    assert.equal(mailboxOf('a.b+c@Example.com'), 'a.b@example.com');
    const first = await openedBy(bench.person('box1', { email: 'Box@example.com' }));
    const second = await openedBy(bench.person('box2', { email: 'box+again@example.com' }));
    assert.deepEqual([first.credits, first.held], ['10.0000', null]);
    assert.deepEqual([second.credits, second.held], ['0.0000', 'mailbox']);
  });

  test('is given three times a day to an address, and to a /64 of IPv6', async () => {
    const held: (string | null)[] = [];
    for (const [index, host] of ['1', '2', '3', '4'].entries())
      held.push((await openedBy(bench.person(`net${String(index)}`), from(`2001:db8:1:2::${host}`))).held);
    assert.deepEqual(held, [null, null, null, 'network']);
    bench.clock.advance(86_400_000);
    assert.equal((await openedBy(bench.person('net-tomorrow'), from('2001:db8:1:2::9'))).held, null);
  });

  test('is given twice to a browser', async () => {
    const cookie = `tollgate-device=${'d'.repeat(22)}`;
    const held: (string | null)[] = [];
    for (const id of ['browser1', 'browser2', 'browser3'])
      held.push((await openedBy(bench.person(id), { ...from(), cookie })).held);
    assert.deepEqual(held, [null, null, 'browser']);
  });

  test('is given so many times a day; of the next it is held until an operator grants it, once', async () => {
    bench.clock.advance(86_400_000);
    for (let index = 0; index < 12; index += 1) await openedBy(bench.person(`day${String(index)}`));
    const late = bench.person('late');
    const { id, held, credits } = await openedBy(late);
    assert.deepEqual([held, credits], ['day', '0.0000']);
    const waiting = async () => (await bench.ask('GET', '/api/admin/trial-credits/held?limit=200')).body.data;
    const [row] = (await waiting()).filter((one: { account_id: string }) => one.account_id === id);
    assert.deepEqual([row.email, row.amount, row.reason], ['late@example.com', '10.0000', 'day']);
    const grant = () => bench.ask('POST', at`/api/admin/accounts/${id}/trial-credit`);
    const all = await Promise.all([grant(), grant(), grant()]);
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([201]));
    assert.equal(all.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 2);
    assert.equal(new Set(all.map(({ body }) => body.id)).size, 1);
    assert.equal((await entriesOf(id)).length, 1);
    const mails = await bench.ask('GET', '/api/admin/mails?recipient=late@example.com');
    assert.deepEqual(
      mails.body.data.map(({ template }: { template: string }) => template),
      ['trial-credit-granted'],
    );
    assert.equal((await late('GET', at`/accounts/${id}/balance`)).body.trial_left, '10.0000');
    assert.equal((await late('GET', at`/accounts/${id}`)).body.held_trial_credit, null);
    assert.equal((await waiting()).filter((one: { account_id: string }) => one.account_id === id).length, 0);
    const { body } = await bench.ask('GET', at`/api/admin/audit-log?action=trial-credit.grant&object_id=${id}`);
    assert.equal(body.data.length, 1);
    bench.clock.advance(86_400_000);
    const again = await openedBy(bench.person('late2', { email: 'late+once-more@example.com' }));
    assert.deepEqual([again.held, again.credits], ['mailbox', '0.0000'], 'its mailbox has had it');
  });

  test('that was given is not granted again', async () => {
    bench.clock.advance(86_400_000);
    const { id } = await openedBy(bench.person('given'));
    const { status, body } = await bench.ask('POST', at`/api/admin/accounts/${id}/trial-credit`);
    assert.deepEqual([status, body.error.code], [409, 'conflict']);
  });
});

test('operators find an account by a part of its name or address, and nothing by signs of a pattern', async () => {
  const { id } = await openedBy(bench.person('searched', { name: 'Nordlicht_GmbH' }));
  const found = async (search: string) =>
    (await bench.ask('GET', `/api/admin/accounts?search=${encodeURIComponent(search)}`)).body.data.map(
      (one: { id: string }) => one.id,
    );
  for (const search of ['nordLICHT', 'SEARCHED@', id, 't_g']) assert.deepEqual(await found(search), [id], search);
  for (const search of ['nord%gmbh', 'nordlicht.gmbh', 'acc_']) assert.deepEqual(await found(search), [], search);
});

describe('somebody who opened an account and belongs to it no more', () => {
  let ordinal = 0;

  /** Their account with another owner, and the number of people in it without them. */
  async function founded() {
    ordinal += 1;
    const [id, heirId] = [`founder-${String(ordinal)}`, `heir-${String(ordinal)}`];
    const founder = bench.person(id);
    const heir = bench.person(heirId);
    const own = await openedBy(founder);
    const join = async (accountId: string): Promise<void> => {
      const member = { accountId, userId: heirId, role: 'owner', subAccountId: null, createdAtMs: 1 } as const;
      await bench.engine.write([memberStatement(bench.engine, member)], []);
    };
    await join(own.id);
    return { id, founder, heir, own, join };
  }

  for (const [how, part] of [
    ['left', ({ founder, own }: Founded) => founder('POST', at`/accounts/${own.id}/leave`)],
    ['was removed', ({ id, heir, own }: Founded) => heir('DELETE', at`/accounts/${own.id}/members/${id}`)],
  ] as const) {
    test(`who ${how} has another one at their next look, without a second trial credit; the first stays with its people`, async () => {
      const all = await founded();
      assert.equal((await part(all)).status, 200);
      const headers = from();
      const looks = await Promise.all(Array.from({ length: 20 }, () => all.founder('GET', '/session', undefined, headers)));
      assert.equal(new Set(looks.map(({ body }) => body.accounts[0].id)).size, 1);
      const again = await openedBy(all.founder);
      assert.notEqual(again.id, all.own.id);
      assert.deepEqual([again.credits, again.held], ['0.0000', 'mailbox']);
      assert.deepEqual(await entriesOf(again.id), []);
      assert.equal((await all.founder('GET', at`/accounts/${all.own.id}`)).status, 404);
      assert.deepEqual(
        (await all.heir('GET', '/session')).body.accounts.map(({ id }: { id: string }) => id),
        [all.own.id],
      );
    });
  }

  type Founded = Awaited<ReturnType<typeof founded>>;

  test('opens ten in all; the refusal then says what to do', async () => {
    const { founder, own, join } = await founded();
    const seen = new Set([own.id]);
    for (let opened = 1; opened < 10; opened += 1) {
      const [last = ''] = [...seen].slice(-1);
      assert.equal((await founder('POST', at`/accounts/${last}/leave`)).status, 200);
      const { id } = await openedBy(founder);
      seen.add(id);
      await join(id);
    }
    assert.equal(seen.size, 10);
    const [last = ''] = [...seen].slice(-1);
    assert.equal((await founder('POST', at`/accounts/${last}/leave`)).status, 200);
    assert.deepEqual((await founder('GET', '/session')).body.accounts, []);
    const refused = await founder('POST', '/accounts');
    assert.equal(refused.status, 409);
    assert.deepEqual([refused.body.error.reason, refused.body.error.params], ['accounts_opened', { max: 10 }]);
  });
});
