/**
 * Goal: an owner closes the account. Keys are disabled at once, and for seven days the closure can be canceled. Then the remainder is paid
 * out, owners are notified and personal data is erased, exactly once despite interruptions; data that the law requires stays. Method: the
 * whole service with people who sign in, on both databases. The test runs the steps of the job with a clock set forward, 50 at once and
 * interrupted around each write. It reads every table, and with SQLite every byte of the files.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { closer } from '../../../src/subjects/account-life/closing.ts';
import type { ClosingsStore } from '../../../src/subjects/account-life/closing-ports.ts';
import { stepClosings } from '../../../src/subjects/account-life/closing-steps.ts';
import { addCredit } from '../../../src/subjects/ledger/credits.ts';
import { moveInvoice, putInvoiceFile } from '../../../src/subjects/invoicing/invoice-moves.ts';
import { putInvoiceTitle } from '../../../src/subjects/invoicing/invoice-titles.ts';
import { requestInvoice } from '../../../src/subjects/invoicing/invoices.ts';
import { operator, type Principal } from '../../../src/control/principal.ts';
import { uploadRequestContract } from '../../../src/subjects/requests/request-contracts.ts';
import { beginVerification, uploadLicence } from '../../../src/subjects/invoicing/verifications.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import { onceMark } from '../../admin/scope-cases/invoice-records.ts';
import { askAdmin, mustAdmin } from '../../ask-admin.ts';
import { HeardAlarms } from '../../heard-alarms.ts';
import type { Browser } from '../../identity/browser.ts';
import { password, PeoplePlace } from '../../identity/people-place.ts';
import { withServer } from '../../servers/needed-server.ts';
import { postgres, PostgresServer } from '../../servers/postgres-server.ts';
import { waitFor } from '../../wait-for.ts';
import { foundInFiles, foundInTables } from './whole-database.ts';

const dayMs = 86_400_000;
const origin = (): string => 'https://console.test';
const everything = operator('operator@example.net');

interface Owned {
  readonly browser: Browser;
  readonly id: string;
  readonly name: string;
  readonly of: (rest: string) => string;
}

function closingSuite(env: () => Promise<Readonly<Record<string, string>>>): void {
  let place: PeoplePlace;
  let aheadMs = 0;
  const alarms = new HeardAlarms();

  before(async () => {
    place = await PeoplePlace.open(await env());
  });
  after(() => place.close());

  /** A person with a separate account. */
  async function owner(email: string): Promise<Owned> {
    const browser = await place.enter(email);
    const [{ id, name }] = (await browser.get('/api/console/session')).body.accounts as [{ id: string; name: string }];
    return { browser, id, name, of: (rest) => `/api/console/accounts/${id}/${rest}` };
  }

  const admin = () => ({ url: place.service.url, token: place.service.adminToken });
  const close = ({ browser, of, name }: Owned, given: object = {}) => browser.post(of('closing'), { name, password, ...given });

  async function call(key: string) {
    const answer = await fetch(`${place.service.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
    return {
      status: answer.status,
      code: answer.status === 200 ? null : ((await answer.json()) as { error: { code: string } }).error.code,
    };
  }

  /** Runs the job as if this much later. */
  function stepOn(closings?: ClosingsStore): Promise<number> {
    const { control, signIn, storage } = place.service;
    const { clock } = control;
    const ahead = { ...clock, nowMs: () => clock.nowMs() + aheadMs };
    const parts = { closings: closings ?? storage.stores.closings, people: signIn.identity, consoleOrigin: origin, alarms };
    return stepClosings({ ...control, clock: ahead }, closer, parts);
  }

  const stateOf = async ({ id }: Owned): Promise<string | null> =>
    (await place.service.storage.stores.closings.find(id))?.state ?? null;

  test('keys are disabled at once with a clear text, and are restored when the closure is canceled within seven days', async () => {
    const own = await owner('back@example.org');
    const made = async (remark: string) =>
      (await own.browser.post(own.of('keys'), { remark })).body as { id: string; key: string };
    const [key, disabled] = [await made('works'), await made('off')];
    await own.browser.ask('PATCH', own.of(`keys/${disabled.id}`), { body: { status: 'disabled' } });
    assert.deepEqual([(await call(key.key)).status, (await call(disabled.key)).status], [200, 401]);
    assert.equal((await close(own, { name: 'another name' })).status, 400);
    const wrong = await close(own, { password: 'not the password at all' });
    assert.deepEqual([wrong.status, wrong.body.error.param], [400, 'password'], wrong.text);
    assert.equal((await call(key.key)).status, 200, 'whoever mistypes has closed nothing');
    const closed = await close(own);
    assert.deepEqual([closed.status, closed.body.state], [200, 'closing'], closed.text);
    assert.deepEqual(await call(key.key), { status: 403, code: 'account_closed' });
    assert.equal((await close(own)).body.due_at, closed.body.due_at, 'asked twice it is closed once');
    const session = (await own.browser.get('/api/console/session')).body;
    assert.equal(session.accounts[0].closes_at, closed.body.due_at, 'the console says so after each sign-in');
    const patched = await askAdmin(admin(), 'PATCH', `/accounts/${own.id}`, { body: { status: 'active' } });
    assert.equal(patched.status, 409, 'nobody switches keys on beside it');
    aheadMs = 6.9 * dayMs;
    await stepOn();
    const back = await own.browser.ask('DELETE', own.of('closing'));
    assert.deepEqual([back.status, back.body.state], [200, null], back.text);
    assert.deepEqual([(await call(key.key)).status, (await call(disabled.key)).status], [200, 401], 'as they were');
    const kinds = ((await own.browser.get(own.of('notices'))).body.data as { kind: string }[]).map(({ kind }) => kind);
    assert.deepEqual(kinds.slice(0, 3), ['account_closing_over', 'account_closing_soon', 'account_closing']);
    aheadMs = 0;
  });

  test('an obstacle is refused with its remedy; open orders are closed and open requests declined', async () => {
    const own = await owner('ways@example.org');
    const { stores } = place.service.storage;
    const { user } = (await own.browser.get('/api/console/session')).body as { user: { id: string } };
    const entry = { atMs: 1, actor: 'x', sourceIp: null, action: 'x', objectKind: 'x', objectId: 'x', before: null, after: null };
    await stores.operators.put({ userId: user.id, role: 'administrator', createdAtMs: 1 }, entry);
    const refused = await close(own);
    assert.equal(refused.status, 409);
    assert.equal((refused.body as { error: { reason?: string } }).error.reason, 'closing_meets_last_operator');
    await stores.operators.remove(user.id, entry);
    const asked = { kind: 'dedicated', contact: '李雷 13800000000', details: 'fast' };
    assert.equal((await own.browser.post(own.of('service-requests'), asked)).status, 201);
    await mustAdmin(admin(), 'PUT', '/payment-methods/bank', {
      body: { enabled: true, settings: { payee: '示例公司', bank: '示例银行', account: '6222000000000000' }, secrets: {} },
    });
    const order = await own.browser.ask('POST', own.of('orders'), {
      body: { amount: '10', method: 'bank' },
      headers: { 'idempotency-key': 'one' },
    });
    assert.equal(order.status, 201, order.text);
    const closed = await close(own);
    assert.deepEqual([closed.body.state, closed.body.open_orders, closed.body.open_requests], ['closing', 0, 0], closed.text);
    const later = await own.browser.ask('POST', own.of('orders'), {
      body: { amount: '10', method: 'bank' },
      headers: { 'idempotency-key': 'two' },
    });
    assert.equal(later.status, 409, 'no money comes in while it closes');
    // A payment in transit is credited, and operators are asked to refund it.
    const seen = { bank_reference: 'LATE-1', amount: '10', payer: '李雷' };
    await mustAdmin(admin(), 'POST', `/orders/${String(order.body.id)}/confirm`, { body: seen });
    assert.equal((await stores.ledger.totals(own.id)).paidCredits, 10_000_000_000n);
    const told = async () => JSON.stringify(await mustAdmin(admin(), 'GET', '/alarms')).includes('payment_after_end');
    await waitFor(told, { what: 'the alarm', everyMs: 50 });
    await own.browser.ask('DELETE', own.of('closing'));
  });

  test('nothing is erased before the remainder is paid out, and operators are notified', async () => {
    const own = await owner('rest@example.org');
    await mustAdmin(admin(), 'POST', `/accounts/${own.id}/credits`, { body: { amount: '42.5', reason: 'x', bucket: 'paid' } });
    const closed = await close(own);
    assert.equal(closed.body.remainder, '42.50');
    await mustAdmin(admin(), 'PATCH', `/accounts/${own.id}/closing`, { body: { act: 'hasten', reason: 'asked for by letter' } });
    await stepOn();
    await stepOn();
    assert.equal(await stateOf(own), 'paying');
    const raised = () => alarms.raised.filter(({ kind, subject }) => kind === 'closing_waits' && subject === own.id).length;
    assert.equal(raised(), 1, 'once, however often it is looked at');
    const queue = async () => {
      const { queues } = await mustAdmin<{ queues: readonly { name: string; waiting: number }[] }>(
        admin(),
        'GET',
        '/work-queues',
      );
      return queues.find(({ name }) => name === 'closings')?.waiting;
    };
    const listed = async (state: string) => {
      const { data } = await mustAdmin<{ data: readonly { account_id: string; waits_for: readonly string[] }[] }>(
        ...[admin(), 'GET', `/closings?state=${state}`],
      );
      return data.find(({ account_id: id }) => id === own.id)?.waits_for;
    };
    assert.deepEqual([await queue(), await listed('open'), await listed('closed')], [1, ['remainder'], undefined]);
    aheadMs = 1.1 * dayMs;
    await Promise.all(Array.from({ length: 50 }, () => stepOn()));
    assert.equal(raised(), 2, 'and once more on the next day');
    aheadMs = 0;
    assert.equal((await own.browser.ask('DELETE', own.of('closing'))).status, 409, 'it is too late');
    assert.equal((await own.browser.get('/api/console/session')).status, 200, 'who it was is still known');
    const settled = await mustAdmin<{ settled: string }>(admin(), 'PATCH', `/accounts/${own.id}/closing`, {
      body: { act: 'settled', reason: 'paid by bank transfer 20261123' },
    });
    assert.equal(settled.settled, 'paid by bank transfer 20261123');
    await stepOn();
    assert.equal(await stateOf(own), 'closed');
    assert.deepEqual([await queue(), await listed('open'), await listed('closed')], [0, undefined, []]);
  });

  test('each step is taken exactly once, however many take it at once and wherever they are broken off', async () => {
    const own = await owner('once@example.org');
    await close(own);
    aheadMs = 8 * dayMs;
    const real = place.service.storage.stores.closings;
    let broken = 0;
    const done: Record<string, number> = {};
    /** Fails before or after its effect, every other time. */
    const fragile = new Proxy(real, {
      get(target, name: keyof ClosingsStore) {
        const method = (target[name] as (...given: unknown[]) => Promise<unknown>).bind(target);
        if (!['move', 'erase', 'remind'].includes(name)) return method;
        return async (...given: unknown[]) => {
          broken += 1;
          const way = broken % 3;
          if (way === 0) throw new Error('broken off before');
          const result = await method(...given);
          const step = name === 'move' ? (given[0] as { to: string }).to : name;
          if (result === true) done[step] = (done[step] ?? 0) + 1;
          if (way === 1) throw new Error('broken off after');
          return result;
        };
      },
    });
    for (let round = 0; round < 40 && (await stateOf(own)) !== 'closed'; round += 1)
      await Promise.allSettled(Array.from({ length: 50 }, () => stepOn(fragile)));
    assert.equal(await stateOf(own), 'closed');
    assert.ok(broken > 10);
    assert.deepEqual(done, { paying: 1, telling: 1, erasing: 1, erase: 1, closed: 1 });
    const entries = await place.service.storage.stores.auditLog.list(
      { objectId: own.id, action: 'account.closed' },
      { limit: 10, after: null },
    );
    assert.equal(entries.length, 1);
    const audit = await mustAdmin<{ ok: boolean; difference: string }>(admin(), 'POST', '/audit');
    assert.deepEqual([audit.ok, audit.difference], [true, '0']);
    aheadMs = 0;
  });

  test('after it nobody is found in any table but those that the law keeps, nor in any byte of the files', async () => {
    const email = 'zhang.wei.unique@example.org';
    const person = { name: '张伟独一', phone: '13912345678', licence: '独一贸易有限公司' };
    const browser = place.browser();
    assert.equal((await browser.auth('/sign-up/email', { email, password, name: person.name })).status, 200);
    assert.equal((await browser.auth('/verify-email', { token: await place.token(email, 'verify-address') })).status, 200);
    assert.equal((await browser.auth('/sign-in/email', { email, password })).status, 200);
    const [{ id, name }] = (await browser.get('/api/console/session')).body.accounts as [{ id: string; name: string }];
    const own: Owned = { browser, id, name, of: (rest) => `/api/console/accounts/${id}/${rest}` };
    const { control, storage } = place.service;
    const { engine } = storage;
    const principal: Principal = {
      name: email,
      sourceIp: null,
      scope: { kind: 'account', accountId: id, subAccountId: null, role: 'owner' },
    };
    await browser.post(own.of('keys'), { remark: `${person.name} laptop` });
    await browser.post(own.of('sub-accounts'), { name: person.name });
    await browser.post(own.of('invitations'), { email: 'invited.unique@example.org', role: 'developer' });
    await browser.post(own.of('service-requests'), {
      kind: 'deployment',
      contact: `${person.name} ${person.phone}`,
      details: person.phone,
    });
    await browser.post(own.of('webhooks'), { url: `https://hooks.example.com/${person.phone}` });
    await browser.post(own.of('data-exports'), {});
    await beginVerification(control, principal, { accountId: id, name: person.licence, taxNumber: '91330106673959654P' });
    await uploadLicence(control, principal, { accountId: id, bytes: Buffer.from(`%PDF-1.7\n${person.licence}\n%%EOF`) });
    await invoices(own, principal, person);
    const [asked] = await control.stores.requests.list({ accountId: id }, { limit: 1, after: null });
    const contract = { accountId: id, id: asked?.id ?? '', bytes: Buffer.from(`%PDF-1.7\n${person.name}\n%%EOF`) };
    const { request } = await uploadRequestContract(control, principal, contract);
    const contractObject = request.contracts[0]?.object ?? '';
    assert.ok(await storage.stores.objects.find(contractObject));
    const texts = [email, person.name, person.phone, person.licence, 'invited.unique@example.org', 'zhang.wei.unique'];
    const found = await foundInTables(engine, place.folder, texts);
    for (const table of [
      'accounts',
      'keys',
      'sub_accounts',
      'invitations',
      'service_requests',
      'request_contracts',
      'verifications',
      'invoice_titles',
      'mail_outbox',
      'user',
    ])
      assert.ok((found[table] ?? 0) > 0, `${table} had it before`);
    const closed = await close(own);
    assert.equal(closed.status, 200, closed.text);
    aheadMs = 8 * dayMs;
    await mustAdmin(admin(), 'PATCH', `/accounts/${id}/closing`, { body: { act: 'settled', reason: 'paid' } });
    await stepOn();
    assert.equal(await stateOf(own), 'closed');
    assert.equal((await storage.stores.objects.find(contractObject))?.expiresAtMs, 1, 'a contract goes with the other files');
    assert.equal((await browser.get('/api/console/session')).status, 401, 'nobody is signed in any more');
    assert.equal((await place.browser().auth('/sign-in/email', { email, password })).status, 401);
    const left = await foundInTables(engine, place.folder, texts);
    // Audit log: kept for at least half a year, and chained by hashes. Invoices: the issued one, which is a voucher.
    assert.deepEqual(Object.keys(left).sort(), ['audit_log', 'invoices']);
    assert.equal(left.invoices, 1, 'of invoices the issued one alone');
    const claims = await engine.read(
      'reports',
      sql`select state from trial_claims where account_id = ${id}`.compile(compilerFor(engine.sql)),
    );
    assert.equal(claims.length, 1, 'no second credit');
    aheadMs = 0;
    if (engine.sql === 'postgres') return;
    await noByte(texts);
  });

  /** An issued invoice to the person, and a rejected one. */
  async function invoices(
    { id: accountId }: Owned,
    principal: Principal,
    { name, phone }: { name: string; phone: string },
  ): Promise<void> {
    const { control, storage } = place.service;
    await addCredit(control, everything, {
      accountId,
      request: { amount: '1000', bucket: 'paid', reason: 'x' },
      idempotencyKey: null,
    });
    const used = 900_000_000_000n;
    const use = sql`insert into ledger_entries (id, account_id, kind, bucket, amount, hour_start, day, reason, actor, created_at,
        credits_total, usage_total, trial_credits_total)
      select 'use_of_invoices', account_id, 'usage', 'usage', ${-used}, 0, 20261122, 'use', 'system', 1, credits_total, ${used},
        trial_credits_total from ledger_entries where account_id = ${accountId} order by seq desc limit 1`;
    await storage.engine.write([{ query: use.compile(compilerFor(storage.engine.sql)) }], []);
    const request = { kind: 'individual' as const, name, delivery: { email: principal.name, phone } };
    const { id: title } = await putInvoiceTitle(control, principal, { accountId, id: null, request });
    const asked = async (): Promise<string> =>
      (
        await requestInvoice(control, principal, {
          accountId,
          request: { type: 'electronic_ordinary', title_id: title, amount: '100' },
          mark: () => onceMark(accountId, control.ids.uuid()),
        })
      ).id;
    const [issued, rejected] = [await asked(), await asked()];
    await moveInvoice(control, everything, { which: { id: rejected }, act: { move: 'reject', reason: 'x' } }, origin);
    await moveInvoice(control, everything, { which: { id: issued }, act: { move: 'approve' } }, origin);
    await putInvoiceFile(control, everything, { id: issued, format: 'xml', bytes: Buffer.from('<EInvoice/>') });
    await moveInvoice(
      control,
      everything,
      { which: { id: issued }, act: { move: 'issue', number: '26312000000012345678' } },
      origin,
    );
  }

  /** Includes free pages and logs. Rows required by law are removed first, so that any match is a leftover. */
  async function noByte(texts: readonly string[]): Promise<void> {
    const { engine } = place.service.storage;
    const aside = [sql`delete from audit_log`, sql`update invoices set title = '{}', delivery = '{}', requested_by = ''`];
    await engine.write(
      aside.map((query) => ({ query: query.compile(compilerFor(engine.sql)) })),
      [],
    );
    await place.service.stop(0);
    assert.deepEqual(foundInFiles(place.folder, texts), []);
  }
}

describe('the end of an account, SQLite', () => {
  closingSuite(() => Promise.resolve({}));
});

withServer(postgres, 'the end of an account, PostgreSQL', () => {
  let server: PostgresServer;
  before(async () => {
    server = await PostgresServer.start();
  });
  closingSuite(async () => ({
    TOLLGATE_DATABASE_URL: await server.newDatabase(),
    TOLLGATE_SECRET: 'the-secret-of-these-tests-long-enough',
    TOLLGATE_ADMIN_TOKEN: 'tga-the-token-of-these-tests',
  }));
  after(() => server.remove());
});
