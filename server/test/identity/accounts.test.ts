/**
 * Goal: people who sign up get an account with its trial credit, and invited people join the account of someone else, even if nobody else
 * can sign up. Method: the whole service, its own sign-in and the links in its mails.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createAccount } from '../../src/subjects/tenants/accounts/accounts.ts';
import { invite } from '../../src/subjects/people/invitations.ts';
import { patchSiteSettings } from '../../src/subjects/site/site-settings.ts';
import { operator } from '../../src/control/principal.ts';
import { mustAdmin } from '../ask-admin.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres, PostgresServer } from '../servers/postgres-server.ts';
import { password, PeoplePlace } from './people-place.ts';

/** What people and operators do with accounts. */
function accountsSuite(env: () => Promise<Readonly<Record<string, string>>>): void {
  let place: PeoplePlace;
  before(async () => {
    place = await PeoplePlace.open({ ...(await env()), TOLLGATE_TRIAL_CREDITS_PER_DAY: '1' });
  });
  after(() => place.close());

  test('the first session of a verified person opens an account with its credit; for the next one the credit is held', async () => {
    const first = await place.enter('first@example.org');
    const { body: session } = await first.get('/api/console/session');
    const [{ id, role }] = session.accounts;
    assert.deepEqual(
      [session.user.email, session.user.email_verified, role, session.operator],
      ['first@example.org', true, 'owner', null],
    );
    assert.equal((await first.get(`/api/console/accounts/${String(id)}/balance`)).body.trial_left, '10.0000');
    assert.equal((await first.get('/api/console/session')).body.accounts[0].id, id);
    const second = await place.enter('second@example.org');
    const other = (await second.get('/api/console/session')).body.accounts[0].id as string;
    const { body } = await second.get(`/api/console/accounts/${other}`);
    assert.deepEqual([body.held_trial_credit.reason, body.held_trial_credit.amount], ['day', '10.0000']);
    assert.equal((await second.get(`/api/console/accounts/${String(id)}`)).status, 404, 'of another account');
  });

  test('an invitation by mail makes a member with its role', async () => {
    const owner = await place.enter('owner@example.org');
    const { id } = (await owner.get('/api/console/session')).body.accounts[0] as { readonly id: string };
    const invited = await owner.post(`/api/console/accounts/${id}/invitations`, { email: 'dev@example.org', role: 'developer' });
    assert.equal(invited.status, 201, invited.text);
    const dev = await place.enter('dev@example.org');
    const accepted = await dev.post('/api/console/invitations/accept', {
      token: await place.token('dev@example.org', 'invitation'),
    });
    assert.deepEqual([accepted.status, accepted.body.account_id, accepted.body.role], [200, id, 'developer'], accepted.text);
    const { body } = await owner.get(`/api/console/accounts/${id}/members`);
    assert.deepEqual(
      body.data.map(({ email, role }: { readonly email: string; readonly role: string }) => [email, role]),
      [
        ['owner@example.org', 'owner'],
        ['dev@example.org', 'developer'],
      ],
    );
    assert.equal((await dev.post(`/api/console/accounts/${id}/keys`, { remark: 'mine' })).status, 201);
    assert.equal(
      (await dev.post(`/api/console/accounts/${id}/invitations`, { email: 'x@example.org', role: 'finance' })).status,
      403,
    );
  });

  test('keys are found, sub-accounts counted and changes listed', async () => {
    const owner = place.browser();
    assert.equal((await owner.auth('/sign-in/email', { email: 'owner@example.org', password })).status, 200);
    const { id } = (await owner.get('/api/console/session')).body.accounts[0] as { readonly id: string };
    const of = (rest: string) => `/api/console/accounts/${id}/${rest}`;
    const { body: part } = await owner.post(of('sub-accounts'), { name: 'Part', daily_cap: '5' });
    const { body: key } = await owner.post(of('keys'), { remark: 'Web_1', sub_account_id: part.id });
    assert.deepEqual([key.last_used, key.binds_first.limit, key.sub_account_name], [null, 'balance', 'Part']);
    const { data } = (await owner.get(of('keys?search=web_&status=available'))).body;
    assert.deepEqual(
      data.map((one: { readonly id: string }) => one.id),
      [key.id],
    );
    assert.deepEqual((await owner.get(of('keys?search=web%25'))).body.data, []);
    assert.equal((await owner.get(of(`sub-accounts/${String(part.id)}`))).body.keys, 1);
    const audit = (await owner.get(of('audit'))).body.data as readonly { readonly action: string; readonly actor: string }[];
    assert.deepEqual(
      audit.slice(0, 2).map(({ action, actor }) => `${actor} ${action}`),
      ['owner@example.org key.create', 'owner@example.org sub-account.create'],
    );
  });

  test('a credit that is held is listed, found by its account and granted once', async () => {
    const { url, adminToken: token } = place.service;
    const admin = { url, token };
    const { data } = await mustAdmin<{ data: readonly { account_id: string; email: string }[] }>(
      admin,
      'GET',
      '/trial-credits/held',
    );
    const held = data.find(({ email }) => email === 'second@example.org');
    const grant = () => mustAdmin<{ id: string }>(admin, 'POST', `/accounts/${held?.account_id ?? ''}/trial-credit`);
    const [one, two] = await Promise.all([grant(), grant()]);
    assert.equal(one.id, two.id);
    const found = await mustAdmin<{ data: readonly { id: string }[] }>(admin, 'GET', '/accounts?search=SECOND@');
    assert.deepEqual(
      found.data.map(({ id }) => id),
      [held?.account_id],
    );
    assert.equal((await mustAdmin<{ difference: string }>(admin, 'POST', '/audit')).difference, '0');
  });
}

describe('accounts in the data folder', () => {
  accountsSuite(() => Promise.resolve({}));
});

withServer(postgres, 'accounts on PostgreSQL', () => {
  let server: PostgresServer;
  before(async () => {
    server = await PostgresServer.start();
  });
  accountsSuite(async () => ({
    TOLLGATE_DATABASE_URL: await server.newDatabase(),
    TOLLGATE_SECRET: 'the-secret-of-these-tests-long-enough',
    TOLLGATE_ADMIN_TOKEN: 'tga-the-token-of-these-tests',
  }));
  after(() => server.remove());
});

test('where only the invited may sign up, an invitation opens the door to its address', async () => {
  const closed = await PeoplePlace.open({ TOLLGATE_SIGN_UP: 'invitation' });
  try {
    const { control } = closed.service;
    const signUp = (email: string) => closed.browser().auth('/sign-up/email', { email, password, name: 'Somebody' });
    assert.equal((await signUp('guest@example.org')).status, 403);
    const { account } = await createAccount(control, operator('test'), { name: 'Shop' });
    const people = { findPerson: () => Promise.resolve(null) };
    const request = { email: 'Guest@example.org', role: 'owner' as const };
    const mail = { people, locale: 'zh' as const, consoleOrigin: () => 'https://console.test' };
    await invite(control, operator('test'), { accountId: account.id, request }, mail);
    assert.equal((await signUp('guest@example.org')).status, 200);
    assert.equal((await signUp('other@example.org')).status, 403);
  } finally {
    await closed.close();
  }
});

test('sign-up settings of the operator, and the trial credit, apply to the next person on every node', async () => {
  const place = await PeoplePlace.open();
  try {
    const { control } = place.service;
    const set = (change: Parameters<typeof patchSiteSettings>[2]) => patchSiteSettings(control, operator('test'), change);
    const signUp = (email: string) => place.browser().auth('/sign-up/email', { email, password, name: 'Somebody' });
    await set({ sign_up: 'closed' });
    const shut = await signUp('one@example.org');
    assert.equal(shut.status, 403);
    assert.match(shut.text, /SIGN_UP_CLOSED/i);
    assert.equal((await place.browser().get('/api/console/sign-in')).body.sign_up, 'closed');
    await set({ sign_up: 'open', sign_up_domains: 'example.org\nexample.net', sign_up_domains_refused: 'bad.example.org' });
    for (const email of ['two@elsewhere.test', 'two@mail.bad.example.org'])
      assert.match((await signUp(email)).text, /ADDRESS_NOT_ACCEPTED/i, email);
    for (const [email, trial, given] of [
      ['three@example.org', '2.5', '2.5000'],
      ['four@example.net', '0', '0.0000'],
    ] as const) {
      await set({ trial_credit: trial });
      const browser = await place.enter(email);
      const { accounts } = (await browser.get('/api/console/session')).body;
      assert.equal((await browser.get(`/api/console/accounts/${String(accounts[0].id)}/balance`)).body.credits, given, email);
    }
  } finally {
    await place.close();
  }
});
