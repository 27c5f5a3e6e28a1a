import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { PaymentMethodName } from '@tollgate/contract/payments/payments';
import { startFixture, type Fixture, type FixtureOptions } from '../../gateway/fixture.ts';
import { openConsole, type ConsoleBench } from '../../console/console-bench.ts';
import { withServer } from '../../servers/needed-server.ts';
import { PostgresServer, postgres } from '../../servers/postgres-server.ts';
import type { AdminAnswer } from '../../ask-admin.ts';

/** A service with an account whose owner tops it up. */
export interface PaymentBench {
  readonly fixture: Fixture;
  readonly console: ConsoleBench;
  readonly accountId: string;
  /** Sends requests as the owner of the account. Changing requests get a separate idempotency key, unless they name one. */
  readonly ask: (method: 'GET' | 'POST', path: string, body?: object, key?: string) => Promise<AdminAnswer>;
  /** The same, and must succeed. */
  readonly must: (method: 'GET' | 'POST', path: string, body?: object, key?: string) => Promise<AdminAnswer['body']>;
  readonly admin: (method: string, path: string, body?: object) => Promise<AdminAnswer['body']>;
  readonly setUp: (name: PaymentMethodName, settings: Record<string, string>, secrets?: Record<string, string>) => Promise<void>;
  readonly order: (amount: string, method: PaymentMethodName) => Promise<AdminAnswer['body']>;
  callback(
    name: PaymentMethodName,
    init: RequestInit,
    query?: string,
  ): Promise<{ readonly status: number; readonly text: string }>;
  /** All credits in CNY. */
  readonly credits: () => Promise<string>;
  /** Checks that the audit finds no difference. */
  readonly audited: () => Promise<void>;
  readonly close: () => Promise<void>;
}

let keys = 0;

async function openPaymentBench(options: FixtureOptions): Promise<PaymentBench> {
  const fixture = await startFixture(options);
  const { service } = fixture;
  const bench = await openConsole(service);
  // A separate account without money, on the initial plan.
  const made = await fixture.admin('POST', '/accounts', { name: 'Payer', trial_credit: false });
  const accountId = String(made.body.id);
  await bench.join(accountId, 'owner', 'owner');
  const ask: PaymentBench['ask'] = (method, path, body, key) => {
    keys += 1;
    const headers = method === 'POST' ? { 'idempotency-key': key ?? `key-${String(keys)}` } : {};
    return bench.ask('owner', method, `/accounts/${accountId}${path}`, { ...(body === undefined ? {} : { body }), headers });
  };
  const ok = ({ status, body }: AdminAnswer, what: string): AdminAnswer['body'] => {
    assert.ok(status < 300, `${what}: ${String(status)} ${JSON.stringify(body)}`);
    return body;
  };
  const must: PaymentBench['must'] = async (method, path, body, key) => ok(await ask(method, path, body, key), path);
  const admin: PaymentBench['admin'] = async (method, path, body) => ok(await fixture.admin(method, path, body), path);
  return {
    fixture,
    console: bench,
    accountId,
    ask,
    must,
    admin,
    async setUp(name, settings, secrets = {}) {
      await admin('PUT', `/payment-methods/${name}`, { enabled: true, settings, secrets });
    },
    order: (amount, method) => must('POST', '/orders', { amount, method }),
    async callback(name, init, query = '') {
      const answer = await fetch(`${service.consoleUrl}/api/callbacks/${name}${query}`, init);
      return { status: answer.status, text: await answer.text() };
    },
    async credits() {
      const { balance } = await admin('GET', `/accounts/${accountId}`);
      return String(balance.credits);
    },
    async audited() {
      const audit = await admin('POST', '/audit');
      assert.deepEqual([audit.ok, audit.difference, audit.findings], [true, '0', []]);
    },
    async close() {
      await bench.close();
      await fixture.close();
    },
  };
}

/** Runs the tests with a separate service. */
function onEngine(
  name: string,
  options: () => Promise<FixtureOptions>,
  tests: (bench: () => PaymentBench) => void,
  env: () => Promise<Readonly<Record<string, string>>>,
): void {
  describe(name, () => {
    let bench: PaymentBench;
    before(async () => {
      const given = await options();
      bench = await openPaymentBench({ ...given, env: { ...given.env, ...(await env()) } });
    });
    after(() => bench.close());
    tests(() => bench);
  });
}

/** For rules that do not depend on the database. */
export function onSqlite(what: string, options: () => Promise<FixtureOptions>, tests: (bench: () => PaymentBench) => void): void {
  onEngine(what, options, tests, () => Promise.resolve({}));
}

/** Runs the same tests on both databases. */
export function onBothEngines(
  what: string,
  options: () => Promise<FixtureOptions>,
  tests: (bench: () => PaymentBench) => void,
): void {
  const run = (name: string, env: () => Promise<Readonly<Record<string, string>>>): void => {
    onEngine(`${what}, ${name}`, options, tests, env);
  };
  run('SQLite', () => Promise.resolve({}));
  withServer(postgres, 'PostgreSQL', () => {
    let server: PostgresServer;
    before(async () => {
      server = await PostgresServer.start();
    });
    after(() => server.remove());
    run('PostgreSQL', async () => ({
      TOLLGATE_DATABASE_URL: await server.newDatabase(),
      TOLLGATE_SECRET: 'the-sealing-secret-of-these-tests',
    }));
  });
}

/** Runs this many attempts concurrently. */
export function atOnce<Result>(count: number, attempt: (at: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, at) => attempt(at)));
}
