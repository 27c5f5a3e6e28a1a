/**
 * Goal: a process that is killed anywhere on the way of an automatic top-up charges the card once and credits it once. Method: `kill -9` at
 * labelled steps of the job, the charge and its entry, against a payment service that lives on; after the next start the service goes on
 * by itself, and everything must be there once: at the payment service, in the ledger, and in the audit. On both databases.
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
import { startFakeStripe, stripeSecrets, type FakeStripe } from './services/fake-stripe.ts';

const steps: Readonly<Record<string, string>> = {
  'before the order is stored':
    'control/charge-cards.ts | return stores.autoTopUps.order(order, fall, span, auditEntry(context, automatic, note));',
  'before that the service is asked is noted':
    'control/charge-cards.ts | if (!(await stores.autoTopUps.begin(order.id, clock.nowMs())))',
  'when it is noted, before the service is asked': 'control/charge-cards.ts | return means.charge(order, charge.ids);',
  'when the service has charged, before we know':
    'payments/stripe-saved.ts | return standingOf(intent);\n    },\n\n    async queryCharge',
  'when we know, before it is credited':
    'control/charge-cards.ts | await enterStanding(context, charged, standing);\n  return standing.kind;',
  'when it is credited, before calls know':
    'control/receive-payment.ts | await moneyIntoForce(context, credit.accountId, written.planMoved);',
  'when calls know, before the queue does': 'control/charge-cards.ts | return standing.kind;',
};

/** What the transaction of the other engine decides, too. */
const onServers = [
  'before the order is stored',
  'when the service has charged, before we know',
  'when it is credited, before calls know',
];

const password = 'correct horse battery';
const crashAt = new URL('./crash-at.ts', import.meta.url).href;
type Environment = Readonly<Record<string, string>>;

/** The program on one folder, killed and started again, with an account that is topped up by itself. */
class KilledTopUps {
  readonly #folder: string;
  readonly #env: Environment;
  readonly #stripe: FakeStripe;
  #server: ServerProcess;
  #owner: Browser;

  private constructor(parts: { folder: string; env: Environment; stripe: FakeStripe; server: ServerProcess; owner: Browser }) {
    this.#folder = parts.folder;
    this.#env = parts.env;
    this.#stripe = parts.stripe;
    this.#server = parts.server;
    this.#owner = parts.owner;
  }

  static async start(given: Environment): Promise<KilledTopUps> {
    const folder = await mkdtemp(join(tmpdir(), 'tollgate-auto-'));
    const stripe = await startFakeStripe(() => Date.now());
    const env = { ...given, TOLLGATE_PAYMENT_URLS: `stripe=${stripe.url}` };
    const server = await ServerProcess.start(folder, env);
    const [, token] = /setup#token=([\w-]+)/.exec(server.printed) ?? [];
    const owner = new Browser(server.url, '127.0.0.1');
    const claim = { token, email: 'root@example.com', password, name: 'Root' };
    assert.equal((await owner.post('/api/console/setup', claim)).status, 201);
    assert.equal((await owner.auth('/sign-in/email', claim)).status, 200);
    const secrets = { secret_key: stripeSecrets.secretKey, webhook_secret: stripeSecrets.webhookSecret };
    await server.admin('PUT', '/payment-methods/stripe', { enabled: true, settings: {}, secrets });
    const killed = new KilledTopUps({ folder, env, stripe, server, owner });
    const path = `/api/console/accounts/${await killed.#account()}/auto-top-up`;
    const { body } = await owner.ask('POST', `${path}/card`);
    assert.equal((await fetch(`${String(body.url)}/done`)).status, 200);
    await owner.ask('POST', `${path}/card/check`);
    return killed;
  }

  async #set(enabled: boolean): Promise<void> {
    const path = `/api/console/accounts/${await this.#account()}/auto-top-up`;
    const sums = { threshold: '20', amount: '100', monthly_maximum: '100000' };
    const { status, text } = await this.#owner.ask('PATCH', path, { body: { enabled, ...sums } });
    assert.equal(status, 200, text);
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

  get #when(): string {
    return join(this.#folder, 'crash-now');
  }

  /** The next crash comes at this step, once {@link killedThere} says so. */
  arm(place: string): Promise<void> {
    return this.#restart({ NODE_OPTIONS: `--import=${crashAt}`, TEST_CRASH_AT: place, TEST_CRASH_WHEN: this.#when });
  }

  async #available(accountId: string): Promise<number> {
    const { balance } = await this.#server.admin<{ balance: { available: string } }>('GET', `/accounts/${accountId}`);
    return Number(balance.available);
  }

  /** Lets the balance fall, is killed at the step of what follows; afterwards it was topped up once. @param next step to arm. */
  async killedThere(next: string): Promise<void> {
    const accountId = await this.#account();
    const charged = this.#stripe.cards.intents.size;
    await this.#set(false);
    const left = await this.#available(accountId);
    if (left > 0) {
      const taken = { amount: (-left).toFixed(2), bucket: 'adjustment', reason: 'used' };
      await this.#server.admin('POST', `/accounts/${accountId}/credits`, taken);
    }
    await writeFile(this.#when, '');
    await this.#set(true);
    await this.#server.ended();
    await unlink(this.#when);
    await this.arm(next);
    await waitFor(async () => (await this.#available(accountId)) === 100, { what: 'the account is topped up', everyMs: 200 });
    // Looked at once more by whoever was cut off.
    await waitFor(async () => (await this.#open(accountId)) === 0, { what: 'nothing is open', everyMs: 100 });
    assert.equal(this.#stripe.cards.intents.size, charged + 1, 'charged once');
    assert.equal(await this.#available(accountId), 100, 'credited once');
    const audit = await this.#server.admin<{ ok: boolean; difference: string }>('POST', '/audit');
    assert.deepEqual([audit.ok, audit.difference], [true, '0']);
  }

  async #open(accountId: string): Promise<number> {
    const { data } = await this.#server.admin<{ data: readonly { state: string }[] }>('GET', `/orders?account_id=${accountId}`);
    return data.filter(({ state }) => state === 'open').length;
  }

  async close(): Promise<void> {
    await this.#server.kill();
    await this.#stripe.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function onEngine(name: string, names: readonly string[], env: () => Promise<Environment>): void {
  describe(`automatic top-ups of a process that is killed, ${name}`, () => {
    let killed: KilledTopUps;
    before(async () => {
      killed = await KilledTopUps.start(await env());
      await killed.arm(steps[names[0] ?? ''] ?? '');
    });
    after(() => killed.close());
    for (const [at, step] of names.entries())
      it(`${step}: afterwards the card is charged once, and the account has it once`, () =>
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
