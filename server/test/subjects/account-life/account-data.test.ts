/**
 * Goal: an owner can get everything stored about the account as a ZIP of JSON and CSV, without secrets, and nobody else can. Method: the
 * whole service with people who sign in, on both databases.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { noticeKinds } from '@tollgate/contract/notices/notice-kinds';
import { sql } from 'kysely';
import { accountData } from '../../../src/subjects/account-life/account-data-rows.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import { mustAdmin } from '../../ask-admin.ts';
import { PeoplePlace } from '../../identity/people-place.ts';
import type { Browser } from '../../identity/browser.ts';
import { withServer } from '../../servers/needed-server.ts';
import { postgres, PostgresServer } from '../../servers/postgres-server.ts';
import { group, sampleRecord } from '../../storage/sample-books.ts';
import { waitFor } from '../../wait-for.ts';
import { readZip } from './read-zip.ts';

const calls = 1_203;

function accountDataSuite(env: () => Promise<Readonly<Record<string, string>>>): void {
  let place: PeoplePlace;
  let owner: Browser;
  let accountId: string;
  let secretKey: string;
  let keyId: string;
  let partId: string;
  const of = (rest: string): string => `/api/console/accounts/${accountId}/${rest}`;

  before(async () => {
    place = await PeoplePlace.open(await env());
    owner = await place.enter('owner@example.org');
    accountId = (await owner.get('/api/console/session')).body.accounts[0].id as string;
    const { body: part } = await owner.post(of('sub-accounts'), { name: '研发部' });
    const { body: key } = await owner.post(of('keys'), { remark: 'Web', sub_account_id: part.id });
    secretKey = String(key.key);
    [keyId, partId] = [String(key.id), String(part.id)];
    assert.match(secretKey, /^sk-/);
    const { service } = place;
    const admin = { url: service.url, token: service.adminToken };
    await mustAdmin(admin, 'POST', `/accounts/${accountId}/credits`, {
      body: { amount: '12.345678901', reason: 'x', bucket: 'paid' },
    });
    const { gateway, storage } = service;
    const records = Array.from({ length: calls }, (_, at) =>
      sampleRecord(gateway.ids, gateway.clock.nowMs() - 1000, {
        accountId,
        keyId: String(key.id),
        subAccountId: String(part.id),
        charge: BigInt(at),
      }),
    );
    await storage.engine.commitGroup(group({ closed: records }), gateway.ids.uuid());
  });
  after(() => place.close());

  async function madeBy(browser: Browser): Promise<string> {
    const asked = await browser.post(of('data-exports'), { locale: 'en' });
    assert.equal(asked.status, 201, asked.text);
    const isReady = async () => (await browser.get(of(`data-exports/${String(asked.body.id)}`))).body.state === 'ready';
    await waitFor(isReady, { what: 'the file is ready', everyMs: 20 });
    return String(asked.body.id);
  }

  async function download(browser: Browser, id: string): Promise<Response> {
    return fetch(`${owner.origin}${of(`data-exports/${id}/content`)}`, {
      headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
  }

  test('an owner has all data of the account as a ZIP of JSON and CSV, and owners are mailed when it is ready', async () => {
    const id = await madeBy(owner);
    const answer = await download(owner, id);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'application/zip');
    const zip = Buffer.from(await answer.arrayBuffer());
    const files = readZip(zip);
    const names = [
      'README.txt',
      'account.json',
      'members.json',
      'sign-ins.json',
      'invitations.json',
      'keys.json',
      'sub-accounts.json',
    ];
    const money = ['ledger.csv', 'orders.json', 'payments.json', 'statements.json', 'statement-lines.csv', 'invoices.json'];
    const rest = [
      'invoice-titles.json',
      'verifications.json',
      'notices.json',
      'service-requests.json',
      'webhooks.json',
      'calls.csv',
    ];
    for (const name of [...names, ...money, ...rest]) assert.ok(files.has(name), name);
    // oxlint-disable-next-line typescript/no-explicit-any -- whatever the file holds
    const json = (name: string): any => JSON.parse(files.get(name)?.toString('utf8') ?? '');
    assert.equal(json('account.json')[0].id, accountId);
    assert.deepEqual([json('members.json')[0].email, json('members.json')[0].role], ['owner@example.org', 'owner']);
    assert.equal(json('keys.json')[0].remark, 'Web');
    assert.equal(json('sub-accounts.json')[0].name, '研发部');
    assert.equal(json('sign-ins.json').length, 1);
    assert.ok((files.get('ledger.csv')?.toString('utf8') ?? '').includes(',12.345678901,'), 'to the nano');
    const log = files.get('calls.csv')?.toString('utf8') ?? '';
    assert.equal(log.trimEnd().split('\r\n').length, calls + 2, 'heads, every call, the sum');
    const [notice] = (await owner.get(of('notices'))).body.data as readonly { readonly kind: string }[];
    assert.equal(notice?.kind, 'account_data_ready');
    assert.equal(noticeKinds.account_data_ready.mail, 'owners');
  });

  test('no secret is in it: neither a key nor what it is known by', async () => {
    const zip = Buffer.from(await (await download(owner, await madeBy(owner))).arrayBuffer());
    for (const [name, content] of readZip(zip)) {
      const text = content.toString('latin1');
      assert.ok(!text.includes(secretKey), name);
      assert.doesNotMatch(text, /hash|password|sealed|token_/i, name);
    }
  });

  test('every table about accounts is in it, or is listed as not theirs', async () => {
    const { engine } = place.service.storage;
    const list =
      engine.sql === 'sqlite'
        ? "select m.name from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table' and c.name = 'account_id'"
        : "select table_name as name from information_schema.columns where column_name = 'account_id' and table_schema = 'public' and table_name not like 'calls_%'";
    const tables = (await engine.read('reports', sql.raw(list).compile(compilerFor(engine.sql)))).map(({ name }) => String(name));
    const inIt = accountData(engine, accountId).map(({ name }) => name.replaceAll('-', '_'));
    // Read from sign-in, or exported as a separate kind of table.
    const otherwise = ['members', 'calls', 'ledger_entries'];
    // Totals of the ledger and the log, settings, work in progress, and operators' data.
    const notTold = [
      'usage_hours',
      'usage_hour_quantities',
      'frozen_days',
      'call_exports',
      'account_data_exports',
      'account_closings',
      'objects',
      'tasks',
      'payment_disputes',
      'audit_log',
    ];
    const settings = [
      'alert_settings',
      'billing_settings',
      'once_marks',
      'trial_claims',
      'webhook_deliveries',
      'codes',
      'impersonations',
    ];
    const known = new Set([...inIt, ...otherwise, ...notTold, ...settings, 'providers']);
    assert.deepEqual(tables.filter((name) => !known.has(name)).sort(), []);
  });

  test('exactly one is made per account at a time, however many ask at once', async () => {
    const unfinished = async (): Promise<number> => {
      const { data } = (await owner.get(of('data-exports'))).body as { data: readonly { readonly state: string }[] };
      return data.filter(({ state }) => state !== 'ready').length;
    };
    // A finished export makes way for the next one.
    const asked = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const { status } = await owner.post(of('data-exports'), {});
        return { status, unfinished: await unfinished() };
      }),
    );
    assert.deepEqual([...new Set(asked.map(({ status }) => status))].sort(), [201, 409]);
    assert.ok(Math.max(...asked.map((answer) => answer.unfinished)) <= 1);
    await waitFor(async () => (await unfinished()) === 0, { what: 'the file is ready', everyMs: 20 });
  });

  test('only owners can export it: not other members, other accounts, or an operator who views the account', async () => {
    const id = await madeBy(owner);
    assert.equal((await owner.post(of('invitations'), { email: 'admin@example.org', role: 'admin' })).status, 201);
    const admin = await place.enter('admin@example.org');
    const token = await place.token('admin@example.org', 'invitation');
    assert.equal((await admin.post('/api/console/invitations/accept', { token })).status, 200);
    for (const rest of ['data-exports', `data-exports/${id}`, `data-exports/${id}/content`])
      assert.equal((await admin.get(of(rest))).status, 403, rest);
    assert.equal((await admin.post(of('data-exports'), {})).status, 403);
    const stranger = await place.enter('stranger@example.org');
    assert.equal((await stranger.get(of(`data-exports/${id}/content`))).status, 404);
    const own = (await stranger.get('/api/console/session')).body.accounts[0].id as string;
    assert.equal((await stranger.get(`/api/console/accounts/${own}/data-exports/${id}`)).status, 404, 'under the own account');
    assert.equal((await owner.get(of('exports'))).body.data.length, 0, 'not among files of the call log, which others fetch');
  });

  test('deleted sub-accounts and keys keep their names in the log, in usage, in statements and in files', async () => {
    assert.equal((await owner.ask('DELETE', of(`keys/${keyId}`))).status, 200);
    assert.equal((await owner.ask('DELETE', of(`sub-accounts/${partId}`))).status, 200);
    const [call] = (await owner.get(of('calls?limit=1'))).body.data;
    assert.deepEqual([call.key.remark, call.sub_account_name], ['Web', '研发部']);
    for (const [group, name] of [
      ['key_id', 'Web'],
      ['sub_account_id', '研发部'],
    ]) {
      const usage = (await owner.get(of(`usage?group_by=${group ?? ''}`))).body.data as readonly { name: string }[];
      assert.ok(
        usage.some((row) => row.name === name),
        `${group ?? ''}: ${JSON.stringify(usage)}`,
      );
    }
    const { text: csv } = await owner.get(
      of(`exports/${String((await owner.post(of('exports'), { format: 'csv' })).body.id)}/content`),
    );
    assert.equal(csv.match(/,Web,/g)?.length, calls);
    assert.equal(csv.match(/,研发部,/g)?.length, calls);
    const { data: months } = (await owner.get(of('statements'))).body as { data: readonly { month: string }[] };
    const { text: statement } = await owner.get(of(`statements/${months[0]?.month ?? ''}`));
    assert.ok(statement.includes('研发部') && statement.includes('Web'), statement.slice(0, 500));
  });
}

describe('the data of an account, SQLite', () => {
  accountDataSuite(() => Promise.resolve({}));
});

withServer(postgres, 'the data of an account, PostgreSQL', () => {
  let server: PostgresServer;
  before(async () => {
    server = await PostgresServer.start();
  });
  accountDataSuite(async () => ({
    TOLLGATE_DATABASE_URL: await server.newDatabase(),
    TOLLGATE_SECRET: 'the-secret-of-these-tests-long-enough',
    TOLLGATE_ADMIN_TOKEN: 'tga-the-token-of-these-tests',
  }));
  after(() => server.remove());
});
