/**
 * Goal: a process that is killed anywhere on the way of money that leaves takes none of it twice and loses none. Method: `kill -9` at
 * labelled steps of the request, the approval and the refund, against a payment service that lives on; then the same is asked for again,
 * and everything must be there once: in the ledger, at the service, and in the audit. On both databases.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Browser } from '../identity/browser.ts';
import { ServerProcess } from '../scenarios/server-process.ts';
import { withServer } from '../servers/needed-server.ts';
import { PostgresServer, postgres } from '../servers/postgres-server.ts';
import { waitFor } from '../wait-for.ts';
import { alipayIds, startFakeAlipay, type FakeAlipay } from './services/fake-alipay.ts';
import { pem } from './services/fake-service.ts';

const steps: Readonly<Record<string, string>> = {
  'before a request is stored': 'control/payouts.ts | if (await payouts.request(payout, step',
  'when a request is stored': 'control/payouts.ts | return made;',
  'before the money leaves':
    'control/payout-approval.ts | if (!(await context.stores.payouts.leave(leaving, news))) return false;',
  'when it has left, before calls know': 'control/payout-approval.ts | await moneyIntoForce(context, accountId, false);',
  'before the service is asked': 'control/send-refunds.ts | standing = await knownOf(method, payment, part);',
  'when the service has given back, before it is noted':
    'control/send-refunds.ts | await enterStanding(context, question, standing);',
  'when that is noted, before the queue knows': 'control/send-refunds.ts | return standing.kind;',
};

/** What the transaction of the other engine decides, too. */
const onServers = [
  'before the money leaves',
  'when it has left, before calls know',
  'when the service has given back, before it is noted',
];

const password = 'correct horse battery';
const crashAt = new URL('./crash-at.ts', import.meta.url).href;
type Environment = Readonly<Record<string, string>>;

/** The program on one folder, killed and started again, with an owner who has paid by a service that lives on. */
class KilledPayouts {
  readonly #folder: string;
  readonly #env: Environment;
  readonly #alipay: FakeAlipay;
  #server: ServerProcess;
  #owner: Browser;
  #paid = 0;

  private constructor(parts: { folder: string; env: Environment; alipay: FakeAlipay; server: ServerProcess; owner: Browser }) {
    this.#folder = parts.folder;
    this.#env = parts.env;
    this.#alipay = parts.alipay;
    this.#server = parts.server;
    this.#owner = parts.owner;
  }

  static async start(given: Environment): Promise<KilledPayouts> {
    const folder = await mkdtemp(join(tmpdir(), 'tollgate-payouts-'));
    const alipay = await startFakeAlipay();
    const env = { ...given, TOLLGATE_PAYMENT_URLS: `alipay=${alipay.url}` };
    const server = await ServerProcess.start(folder, env);
    const [, token] = /setup#token=([\w-]+)/.exec(server.printed) ?? [];
    const owner = new Browser(server.url, '127.0.0.1');
    const claim = { token, email: 'root@example.com', password, name: 'Root' };
    assert.equal((await owner.post('/api/console/setup', claim)).status, 201);
    assert.equal((await owner.auth('/sign-in/email', claim)).status, 200);
    await server.admin('PUT', '/payment-methods/alipay', {
      enabled: true,
      settings: { app_id: alipayIds.appId, seller_id: alipayIds.sellerId },
      secrets: { private_key: pem(alipay.merchant.privateKey), alipay_public_key: pem(alipay.keys.publicKey) },
    });
    return new KilledPayouts({ folder, env, alipay, server, owner });
  }

  async #restart(crash: Environment = {}): Promise<void> {
    await this.#server.kill();
    this.#server = await ServerProcess.start(this.#folder, { ...this.#env, ...crash });
    const owner = new Browser(this.#server.url, '127.0.0.1');
    for (const [name, value] of this.#owner.cookies) owner.cookies.set(name, value);
    this.#owner = owner;
  }

  async #account(): Promise<string> {
    return String((await this.#owner.get('/api/console/session')).body.accounts[0].id);
  }

  async #pay(): Promise<string> {
    this.#paid += 1;
    const headers = { 'idempotency-key': `pay-${String(this.#paid)}` };
    const body = { amount: '10.00', method: 'alipay' };
    const made = await this.#owner.ask('POST', `/api/console/accounts/${await this.#account()}/orders`, { body, headers });
    const report = await fetch(`${this.#server.url}/api/callbacks/alipay`, {
      ...{ method: 'POST', body: this.#alipay.report({ id: String(made.body.id), amount: '10.00' }) },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    assert.equal(report.status, 200);
    return String(made.body.id);
  }

  /** What somebody who was cut off does: the same once more, under the same key, until it is done. */
  async #goOn(accountId: string): Promise<string> {
    const headers = { 'idempotency-key': `return-${String(this.#paid)}` };
    const body = { amount: '10.00' };
    const asked = await this.#owner.ask('POST', `/api/console/accounts/${accountId}/payouts`, { body, headers });
    assert.equal(asked.status, 201, asked.text);
    const id = String(asked.body.id);
    const { state } = await this.#server.admin<{ state: string }>('GET', `/payouts/${id}`);
    if (state === 'requested') await this.#server.admin('POST', `/payouts/${id}/approve`, {});
    await waitFor(async () => (await this.#server.admin<{ state: string }>('GET', `/payouts/${id}`)).state === 'confirmed', {
      what: 'the money is back',
      everyMs: 50,
    });
    return id;
  }

  get #when(): string {
    return join(this.#folder, 'crash-now');
  }

  /** The next crash comes at this step, once {@link killedThere} says so. */
  arm(place: string): Promise<void> {
    return this.#restart({ NODE_OPTIONS: `--import=${crashAt}`, TEST_CRASH_AT: place, TEST_CRASH_WHEN: this.#when });
  }

  /** Pays, has it returned, and is killed at the step of that; afterwards it must have gone back once. @param next step to arm. */
  async killedThere(next: string): Promise<void> {
    const accountId = await this.#account();
    const before = await this.#credits(accountId);
    const orderId = await this.#pay();
    await writeFile(this.#when, '');
    const dying = this.#goOn(accountId).catch(() => 'cut off');
    await this.#server.ended();
    assert.equal(await dying, 'cut off');
    await unlink(this.#when);
    await this.arm(next);
    await this.#goOn(accountId);
    assert.deepEqual([...(this.#alipay.orders.get(orderId)?.refunds.values() ?? [])], ['10.00']);
    assert.equal(await this.#credits(accountId), before, 'paid once, returned once');
    const audit = await this.#server.admin<{ ok: boolean; difference: string }>('POST', '/audit');
    assert.deepEqual([audit.ok, audit.difference], [true, '0']);
  }

  async #credits(accountId: string): Promise<string> {
    return (await this.#server.admin<{ balance: { credits: string } }>('GET', `/accounts/${accountId}`)).balance.credits;
  }

  async close(): Promise<void> {
    await this.#server.kill();
    await this.#alipay.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function onEngine(name: string, names: readonly string[], env: () => Promise<Environment>): void {
  describe(`returns of a process that is killed, ${name}`, () => {
    let killed: KilledPayouts;
    before(async () => {
      killed = await KilledPayouts.start(await env());
      await killed.arm(steps[names[0] ?? ''] ?? '');
    });
    after(() => killed.close());
    for (const [at, step] of names.entries())
      it(`${step}: afterwards the money has gone back once, and nothing is missing`, () =>
        killed.killedThere(steps[names[at + 1] ?? step] ?? ''));
  });
}

onEngine('SQLite', Object.keys(steps), () => Promise.resolve({}));
withServer(postgres, 'PostgreSQL', () => {
  let server: PostgresServer;
  before(async () => {
    server = await PostgresServer.start();
  });
  after(() => server.remove());
  onEngine('PostgreSQL', onServers, async () => ({
    TOLLGATE_DATABASE_URL: await server.newDatabase(),
    TOLLGATE_ADMIN_TOKEN: 'test-admin-token-0123456789',
    TOLLGATE_SECRET: 'the-sealing-secret-of-these-tests',
  }));
});
