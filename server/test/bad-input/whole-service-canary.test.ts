/**
 * Goal: a secret is only in its intended places. Every secret of the service gets a unique value. Then people, operators, payment services
 * and upstreams use the service widely, with valid and invalid requests. Afterwards none of these values is in printed output, responses,
 * exports, mails, messages to chat bots, files of the data folder or database tables.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { Browser } from '../identity/browser.ts';
import { totpCode } from '../identity/people-place.ts';
import { alipayIds, startFakeAlipay } from '../subjects/payments/services/fake-alipay.ts';
import { pem } from '../subjects/payments/services/fake-service.ts';
import { ServerProcess } from '../scenarios/server-process.ts';
import { chat, chatStream, refusal, resetBeforeAnswer } from '../scripted-upstream/behaviours.ts';
import { startScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { startMailServer, type MailServer } from '../servers/mail-server.ts';
import { withServer } from '../servers/needed-server.ts';
import { PostgresServer, postgres } from '../servers/postgres-server.ts';
import { waitFor } from '../wait-for.ts';
import { lineOf, openOutside } from './canary-outside.ts';
import { Secrets, watchAnswers } from './secrets.ts';

const upstreamKey = 'UPSTREAMCANARY-31f0c9-of-no-known-form';
const rootPassword = 'PASSWORDCANARY of the root 7b1';
const userPassword = 'PASSWORDCANARY of a customer 4c9';
const newPassword = 'PASSWORDCANARY chosen anew 9d2';
const robotToken = 'ROBOTTOKENCANARY55d1';
const robotSecret = 'ROBOTSECRETCANARY81aa';
const webhookToken = 'WEBHOOKTOKENCANARY20be';
const prompt = 'PROMPTCANARY64ee';
const answerText = 'ANSWERCANARY19c7';
const user = 'customer@example.org';

interface World {
  readonly secrets: Secrets;
  readonly server: ServerProcess;
  readonly mails: MailServer;
  readonly root: Browser;
  readonly customer: Browser;
  readonly alipay: Awaited<ReturnType<typeof startFakeAlipay>>;
  readonly upstream: Awaited<ReturnType<typeof startScriptedUpstream>>;
  readonly robots: string;
}

function ok<Answer extends { readonly status: number; readonly text: string }>(answer: Answer): Answer {
  assert.ok(answer.status < 300, `${String(answer.status)} ${answer.text}`);
  return answer;
}

/** The token in the link of the newest such mail, which only the mail may contain. */
async function tokenOf({ mails, secrets }: World, address: string, words: RegExp): Promise<string> {
  const tokens = () =>
    mails.received
      .filter(({ recipients, mail }) => recipients.includes(address) && words.test(mail.text ?? ''))
      .flatMap(({ mail }) => /#token=([\w.-]+)/.exec(mail.text ?? '')?.[1] ?? []);
  await waitFor(() => tokens().length > 0, { what: `a mail to ${address}`, everyMs: 50 });
  return secrets.add(`link in the mail to ${address}, ${words.source}`, tokens().at(-1) ?? '', /^mail/);
}

function cookiesOf({ secrets }: World, name: string, browser: Browser): void {
  for (const [cookie, value] of browser.cookies)
    if (/session|token/.test(cookie)) {
      secrets.add(`cookie ${cookie} of ${name}`, value);
      secrets.add(`sign-in of ${name}`, decodeURIComponent(value).split('.')[0] ?? '');
    }
}

/** A customer signs up, sets up two-factor authentication, loses the password and returns. */
async function people(world: World): Promise<string> {
  const { customer, secrets, server, root } = world;
  ok(await customer.auth('/sign-up/email', { email: user, password: userPassword, name: 'Somebody' }));
  ok(await customer.auth('/verify-email', { token: await tokenOf(world, user, /verify/) }));
  assert.equal((await customer.auth('/sign-in/email', { email: user, password: rootPassword })).status, 401);
  ok(await customer.auth('/sign-in/email', { email: user, password: userPassword }));
  cookiesOf(world, 'the customer', customer);
  const { totpURI, backupCodes } = ok(await customer.auth('/two-factor/enable', { password: userPassword })).body;
  const atEnabling = /two-factor/;
  secrets.add('secret of the authenticator', new URL(totpURI).searchParams.get('secret') ?? '', atEnabling);
  for (const code of backupCodes as readonly string[]) secrets.add('backup code', code, atEnabling);
  ok(await customer.auth('/two-factor/verify-totp', { code: totpCode(totpURI, Date.now()) }));
  ok(await customer.auth('/two-factor/disable', { password: userPassword }));
  await new Browser(server.url, '127.0.0.1').auth('/request-password-reset', { email: user });
  const token = await tokenOf(world, user, /\/reset/);
  ok(await customer.auth('/reset-password', { token, newPassword }));
  ok(await customer.auth('/sign-in/email', { email: user, password: newPassword }));
  cookiesOf(world, 'the customer who came back', customer);
  const accountId = String(ok(await customer.get('/api/console/session')).body.accounts[0].id);
  ok(
    await root.post(`/api/console/accounts/${await rootAccount(world)}/invitations`, {
      email: 'guest@example.org',
      role: 'developer',
    }),
  );
  await tokenOf(world, 'guest@example.org', /\/invite/);
  return accountId;
}

async function rootAccount({ root }: World): Promise<string> {
  return String((await root.get('/api/console/session')).body.accounts[0].id);
}

/** Calls with every ending, with created, temporary, reset and wrong keys. */
async function calls({ customer, secrets, server, upstream }: World, accountId: string): Promise<void> {
  const at = `/api/console/accounts/${accountId}`;
  const made = ok(await customer.post(`${at}/keys`, { remark: 'canary' })).body;
  const key = secrets.add('key', String(made.key), /POST .*\/keys$/);
  const asked = { model: 'test/chat', messages: [{ role: 'user', content: prompt }] };
  const call = async (value: string, over: object = {}): Promise<number> => {
    const answer = await server.post(value, { ...asked, ...over });
    await answer.text();
    return answer.status;
  };
  upstream.otherwise(chat(answerText));
  assert.equal(await call(key), 200);
  upstream.next(chatStream([answerText]));
  assert.equal(await call(key, { stream: true }), 200);
  const quoting = { error: { message: `the key ${upstreamKey} is wrong`, type: 'x', code: upstreamKey, param: null } };
  upstream.otherwise(resetBeforeAnswer());
  await call(key);
  for (const status of [400, 429, 500, 401]) {
    upstream.otherwise(refusal(status, quoting));
    await call(key);
  }
  upstream.otherwise(chat(answerText));
  assert.equal(await call(key, { messages: prompt }), 400);
  assert.equal(await call(`${key.slice(0, -2)}xx`), 401);
  const lent = ok(await customer.post(`${at}/keys/${String(made.id)}/lend`)).body;
  secrets.add('lent key', String(lent.key ?? lent.value), /\/lend$/);
  const reset = ok(await customer.post(`${at}/keys/${String(made.id)}/reset`)).body;
  secrets.add('key after its reset', String(reset.key), /\/reset$/);
  assert.equal(await call(key), 401);
  await fetch(`${server.url}/v1/models?key=${key}`);
}

/** Orders that are paid, reported with an invalid signature or paid with a different amount; codes; manual credits. */
async function payments({ customer, secrets, server, alipay }: World, accountId: string): Promise<void> {
  const settings = { app_id: alipayIds.appId, seller_id: alipayIds.sellerId, mode: 'page' };
  const privateKey = pem(alipay.merchant.privateKey);
  secrets.add('private key of the merchant', lineOf(privateKey));
  const keys = { private_key: privateKey, alipay_public_key: pem(alipay.keys.publicKey) };
  await server.admin('PUT', '/payment-methods/alipay', { enabled: true, settings, secrets: keys });
  const stripe = {
    secret_key: secrets.add('key of Stripe', 'sk_test_STRIPECANARY77aa61'),
    webhook_secret: secrets.add('secret of Stripe', 'whsec_STRIPECANARY0c41d8'),
  };
  await server.admin('PUT', '/payment-methods/stripe', { enabled: true, settings: {}, secrets: stripe });
  const codes = await server.admin<{ readonly codes: readonly string[] }>('POST', '/code-batches', {
    name: 'fair',
    amount: '8',
    count: 3,
    sold: false,
  });
  for (const code of codes.codes) secrets.add('redemption code', code, /POST .*\/code-batches$/);
  const at = `/api/console/accounts/${accountId}`;
  const send = (path: string, body: object, key: string) =>
    customer.ask('POST', `${at}${path}`, { body, headers: { 'idempotency-key': key } });
  ok(await send('/redemptions', { code: codes.codes[0] }, 'redeem-1'));
  await send('/redemptions', { code: `${codes.codes[1] ?? ''}x` }, 'redeem-2');
  const order = ok(await send('/orders', { amount: '5', method: 'alipay' }, 'order-1')).body;
  const report = async (body: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return (await fetch(`${server.url}/api/callbacks/alipay`, { method: 'POST', body, headers })).text();
  };
  const paid = alipay.report({ id: String(order.id), amount: '5.00' });
  await report(`${paid}&x=1`);
  assert.equal(await report(paid), 'success');
  // The payment service is unreachable, and the error says so.
  await send('/orders', { amount: '7', method: 'stripe' }, 'order-2');
}

/** Chat bots and webhooks: working ones, and ones that quote the request. */
async function alarms({ customer, secrets, server, robots }: World, accountId: string): Promise<void> {
  for (const [kind, path] of [
    ['webhook', 'good'],
    ['dingtalk', 'quoting'],
  ] as const) {
    const address = `${robots}/${path}?access_token=${robotToken}`;
    const robot = await server.admin('POST', '/robots', { name: path, kind, locale: 'en', address, secret: robotSecret });
    await server.admin('POST', `/robots/${String(robot.id)}/test`);
  }
  const at = `/api/console/accounts/${accountId}/webhooks`;
  const made = ok(await customer.post(at, { url: `https://localhost/hook?token=${webhookToken}` })).body;
  secrets.add('secret of a webhook', String(made.secret), /POST .*\/webhooks$/);
  const test = ok(await customer.post(`${at}/${String(made.id)}/test`)).body;
  assert.equal(test.ok, false);
}

/** Requests everything that can be read with only the account id: as operator, customer and anonymous visitor. */
async function readAll({ customer, server }: World, accountId: string): Promise<void> {
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, object>>;
  };
  const bearer = { authorization: `Bearer ${server.adminToken}` };
  let read = 0;
  for (const [path, methods] of Object.entries(document.paths)) {
    const filled = path.replace('{accountId}', accountId).replace(/^(\/api\/admin\/accounts\/)\{id\}/, `$1${accountId}`);
    if (!('get' in methods) || filled.includes('{') || /events|stream/.test(filled)) continue;
    read += 1;
    await (await fetch(`${server.url}${filled}`)).body?.cancel();
    if (filled.startsWith('/api/admin/')) await (await fetch(`${server.url}${filled}`, { headers: bearer })).body?.cancel();
    else await customer.get(filled);
  }
  assert.ok(read > 60, `${String(read)} addresses`);
  for (const path of ['/metrics', '/healthz', '/readyz', '/status.rss', '/announcements.rss', '/docs', '/docs/api', '/'])
    await (await fetch(`${server.url}${path}`, { headers: bearer })).body?.cancel();
}

/** Exports of the call log and of all stored data. */
async function exports({ customer, server }: World, accountId: string): Promise<void> {
  const cookie = () => [...customer.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  for (const [path, body] of [
    ['exports', { format: 'csv' }],
    ['exports', { format: 'xlsx' }],
    ['data-exports', { locale: 'en' }],
  ] as const) {
    const at = `/api/console/accounts/${accountId}/${path}`;
    const { id } = ok(await customer.post(at, body)).body;
    await waitFor(async () => (await customer.get(`${at}/${String(id)}`)).body.state === 'ready', { what: path, everyMs: 100 });
    const file = await fetch(`${server.url}${at}/${String(id)}/content`, { headers: { cookie: cookie() } });
    assert.equal(file.status, 200);
    assert.ok((await file.arrayBuffer()).byteLength > 100);
  }
}

async function seeFolder(secrets: Secrets, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) secrets.see(`file ${entry.name}`, await readFile(join(entry.parentPath, entry.name)));
}

/** Every row of every table as text; bytes are in hex. */
async function seeTables(secrets: Secrets, database: PostgresServer, name: string): Promise<number> {
  const tables = await database.query(
    name,
    "select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  for (const { name: table } of tables) {
    const rows = await database.query(name, `select t::text as line from ${String(table)} t`);
    secrets.see(`table ${String(table)}`, rows.map(({ line }) => String(line)).join('\n'));
  }
  return tables.length;
}

interface Place {
  readonly env: Readonly<Record<string, string>>;
  readonly seeDatabase: (secrets: Secrets, folder: string) => Promise<void>;
}

async function useEverything({ env, seeDatabase }: Place): Promise<void> {
  const secrets = new Secrets();
  const own = { upstreamKey, rootPassword, userPassword, newPassword, robotToken, robotSecret, prompt };
  for (const [name, value] of Object.entries(own)) secrets.add(name, value);
  secrets.add('answer of a model', answerText, /\/v1\/chat\/completions/);
  secrets.add('token in the address of a webhook', webhookToken, /\/webhooks/);
  const [masterKey, adminToken, smtpPassword] = ['MASTERKEYCANARY-of-32-letters-88b0', 'ADMINTOKENCANARY-6a2f', 'SMTPCANARYb7e3'];
  for (const [name, value] of Object.entries({ masterKey, adminToken, smtpPassword })) secrets.add(name, value);

  const folder = await mkdtemp(join(tmpdir(), 'tollgate-secrets-'));
  const mails = await startMailServer({ onSignIn: (_user, password) => password === smtpPassword });
  const [alipay, outside] = await Promise.all([startFakeAlipay(), openOutside(secrets)]);
  const upstream = await startScriptedUpstream();
  const robots = createServer((request, response) => {
    void text(request).then((body) => {
      secrets.see(`robot ${new URL(request.url ?? '', 'http://x').pathname}`, body);
      response.end(request.url?.startsWith('/quoting') ? `{"errcode":1,"errmsg":"${request.url} ${robotSecret}"}` : '{}');
    });
  });
  await new Promise<void>((resolve) => robots.listen(0, '127.0.0.1', resolve));
  const robotsUrl = `http://127.0.0.1:${String((robots.address() as AddressInfo).port)}`;
  const unwatch = watchAnswers(secrets);
  const server = await ServerProcess.start(folder, {
    TOLLGATE_LOG_LEVEL: 'debug',
    TOLLGATE_SECRET: masterKey,
    TOLLGATE_ADMIN_TOKEN: adminToken,
    TOLLGATE_TRUSTED_PROXIES: '127.0.0.0/8',
    TOLLGATE_ALARM_ORIGINS: robotsUrl,
    TOLLGATE_SMTP_URL: `smtp://mailer:${smtpPassword}@127.0.0.1:${String(mails.port)}`,
    TOLLGATE_MAIL_FROM: 'no-reply@a.test',
    TOLLGATE_PAYMENT_URLS: [`alipay=${alipay.url}`, 'stripe=http://127.0.0.1:9', ...outside.paymentUrls].join(),
    ...outside.env,
    ...env,
  });
  try {
    const root = new Browser(server.url, '127.0.0.1');
    const token = /setup#token=([\w-]+)/.exec(server.printed)?.[1] ?? '';
    secrets.add('link of the first start', token, /^printed/);
    ok(await root.post('/api/console/setup', { token, email: 'root@example.com', password: rootPassword, name: 'Root' }));
    ok(await root.auth('/sign-in/email', { email: 'root@example.com', password: rootPassword }));
    const world: World = { secrets, server, mails, root, alipay, upstream, robots: robotsUrl, customer: new Browser(server.url) };
    cookiesOf(world, 'root', root);
    await server.admin('POST', '/providers', {
      name: 'canary',
      dialect: 'chat-completions',
      models: [{ model: 'test/chat' }],
      routes: [{ region: 'domestic', base_url: upstream.baseUrl, api_key: upstreamKey }],
    });
    await server.admin('PUT', '/models/test%2Fchat', { kind: 'chat', price: { input: '2', cached_input: '0.5', output: '8' } });
    const accountId = await people(world);
    await alarms(world, accountId);
    await payments(world, accountId);
    await outside.signIn(world);
    await outside.pay(world, accountId);
    await calls(world, accountId);
    await exports(world, accountId);
    await readAll(world, accountId);
    const isReported = () => secrets.seenAt(/^robot \/good/) > 1;
    await waitFor(isReported, { what: 'a chat bot is notified of the dead key', everyMs: 200 });
    await seeFolder(secrets, folder);
    const { out, err, code } = await server.stop();
    assert.equal(code, 0);
    secrets.see('printed', out);
    secrets.see('printed as errors', err);
    await seeFolder(secrets, folder);
    await seeDatabase(secrets, folder);
    for (const { recipients, raw, mail } of mails.received)
      secrets.see(`mail to ${recipients.join()}`, `${raw}\n${mail.text ?? ''}\n${mail.html ?? ''}`);
    assert.deepEqual([...new Set(secrets.misplaced())], []);
    assert.ok(secrets.count > 40, `${String(secrets.count)} secrets`);
    assert.ok(secrets.found().length > 20, `all that is meant to be told was: ${secrets.found().join(', ')}`);
    assert.match(out + err, /"level":/, 'the log was on');
    assert.ok(secrets.seenAt(/content: .*\.(?:xml|json|csv)$/) > 10, 'what is packed was unpacked');
  } finally {
    unwatch();
    if (!server.hasEnded) await server.kill();
    robots.closeAllConnections();
    robots.close();
    await Promise.all([mails.close(), alipay.close(), outside.close(), upstream.close()]);
    await rm(folder, { recursive: true, force: true });
  }
}

describe('no secret stands where it is not meant to', () => {
  test('with SQLite', () =>
    useEverything({
      env: {},
      async seeDatabase(_secrets, folder) {
        const names = await readdir(folder);
        assert.ok(names.includes('tollgate.db') && names.includes('sign-in.sqlite'), names.join());
      },
    }));

  withServer(postgres, 'PostgreSQL', () => {
    test('with PostgreSQL', async () => {
      const database = await PostgresServer.start();
      try {
        const url = await database.newDatabase();
        const name = new URL(url).pathname.slice(1);
        await useEverything({
          env: { TOLLGATE_DATABASE_URL: url },
          async seeDatabase(secrets) {
            assert.ok((await seeTables(secrets, database, name)) > 40);
          },
        });
      } finally {
        await database.remove();
      }
    });
  });
});
