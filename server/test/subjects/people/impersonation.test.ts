/**
 * Goal: operators of every role can view an account as its members see it, which is in the audit log from the start. Meanwhile no request
 * of theirs changes anything, on any route. Method: a real service with a real sign-in; every existing route.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { OperatorRole } from '@tollgate/contract/people/rights';
import type { Service } from '../../../src/service/service.ts';
import { Browser } from '../../identity/browser.ts';
import { startInProcess } from '../../service-in-process.ts';

const person = { name: 'Root', email: 'root@example.com', password: 'correct horse battery' };
let folder = '';
let service: Service;
let root: Browser;
let customer = '';
let rootId = '';

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-looking-'));
  service = await startInProcess({ TOLLGATE_DATA_DIR: folder });
  root = new Browser(service.url);
  const token = service.setupUrl?.split('#token=')[1];
  rootId = (await root.post('/api/console/setup', { token, ...person })).body.id;
  assert.equal((await root.auth('/sign-in/email', { email: person.email, password: person.password })).status, 200);
  await root.get('/api/console/session');
  customer = (await root.post('/api/admin/accounts', { name: 'Customer' })).body.id;
  await root.post(`/api/admin/accounts/${customer}/keys`, { remark: 'production' });
});
after(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const be = (role: OperatorRole) =>
  service.storage.stores.operators.put(
    { userId: rootId, role, createdAtMs: 1 },
    { atMs: 1, actor: 'test', sourceIp: null, action: 'x', objectKind: 'operator', objectId: rootId, before: null, after: null },
  );
const look = () => root.post(`/api/admin/accounts/${customer}/impersonation`);
const leave = () => root.ask('DELETE', '/api/admin/impersonation');

test('without looking, an operator is nobody in the account; looking, they read it, with its name over every page', async () => {
  assert.equal((await root.get(`/api/console/accounts/${customer}/keys`)).status, 404);
  for (const role of ['administrator', 'support', 'finance'] as const) {
    await be(role);
    assert.equal((await look()).status, 201, role);
    const session = (await root.get('/api/console/session')).body;
    assert.equal(session.looks_at.name, 'Customer');
    assert.deepEqual(
      session.accounts.map(({ id }: { id: string }) => id),
      [customer],
    );
    assert.equal((await root.get(`/api/console/accounts/${customer}/keys`)).body.data[0].remark, 'production');
    assert.equal((await leave()).status, 200);
    assert.equal((await root.get(`/api/console/accounts/${customer}/keys`)).status, 404);
    assert.equal((await root.get('/api/console/session')).body.looks_at, null);
  }
  await be('administrator');
  const log = (await root.get(`/api/admin/audit-log?action=account.impersonate&object_id=${customer}`)).body.data;
  assert.equal(log.length, 3);
  assert.equal(log[0].actor, person.email);
});

test('an impersonating operator changes nothing, neither in the account nor anywhere else, by any route', async () => {
  await be('administrator');
  await look();
  const document = JSON.parse((await root.get('/openapi.json')).text) as { paths: Record<string, Record<string, unknown>> };
  const newest = async () => (await root.get('/api/admin/audit-log?limit=1')).text;
  const before = await newest();
  let tried = 0;
  for (const [path, methods] of Object.entries(document.paths)) {
    if (!path.startsWith('/api/console/') && !path.startsWith('/api/admin/')) continue;
    const address = path
      .replace('{accountId}', customer)
      .replace('{id}', customer)
      .replaceAll(/\{[^}]+\}/g, 'none');
    // Links are for their holders, signed in or not.
    if (/impersonation$|\/sign-in$|\/setup$|\/contact-proofs$/.test(address) || path.includes('/auth/')) continue;
    for (const method of Object.keys(methods).filter((name) => ['post', 'put', 'patch', 'delete'].includes(name))) {
      const { status, text } = await root.ask(method.toUpperCase(), address, { body: {} });
      assert.equal(status, 403, `${method} ${address}: ${text}`);
      assert.match(text, /in read-only mode/, `${method} ${address}`);
      tried += 1;
    }
  }
  assert.ok(tried > 60, String(tried));
  assert.equal(await newest(), before);
  await leave();
  assert.equal((await root.ask('PATCH', `/api/admin/accounts/${customer}`, { body: { name: 'Renamed' } })).status, 200);
});

test('an operator who looks at it fetches no file of the account, and sees of the addresses of its webhooks the host only', async () => {
  await be('support');
  await look();
  type Operation = { readonly responses?: Readonly<Record<string, { readonly content?: object }>> };
  const { paths } = JSON.parse((await root.get('/openapi.json')).text) as { paths: Record<string, { readonly get?: Operation }> };
  const files = Object.entries(paths).flatMap(([path, { get }]) => {
    const isOfAccount = path.startsWith('/api/console/accounts/{accountId}/') && !path.endsWith('/notices/stream');
    return isOfAccount && get !== undefined && get.responses?.['200']?.content === undefined ? [path] : [];
  });
  const within = files.map((path) => path.replace('/api/console/accounts/{accountId}/', ''));
  assert.deepEqual(within.toSorted(), [
    'data-exports/{exportId}/content',
    'exports/{exportId}/content',
    'invoices/{invoiceId}/files/{format}',
    'service-requests/{requestId}/contracts/{contractId}',
    'statements/{month}/content',
    'usage/content',
    'verification/licence',
  ]);
  for (const path of files) {
    const { status, text } = await root.get(path.replace('{accountId}', customer).replaceAll(/\{[^}]+\}/g, 'none'));
    assert.equal(status, 403, `${path}: ${text}`);
    assert.match(text, /Only its members can download/, path);
  }
  const webhook = { id: 'whk_1', accountId: customer, url: 'https://token@hooks.example.com/token?key=token', events: [] };
  const audit = {
    atMs: 1,
    actor: 'test',
    sourceIp: null,
    action: 'x',
    objectKind: 'x',
    objectId: 'x',
    before: null,
    after: null,
  };
  const rest = { enabled: true, failingSinceMs: null, createdAtMs: 1 };
  assert.ok(await service.storage.stores.webhooks.add({ ...webhook, ...rest }, 'whsec_x', 5, audit));
  const { text } = await root.get(`/api/console/accounts/${customer}/webhooks`);
  assert.match(text, /https:\/\/hooks\.example\.com\//);
  assert.doesNotMatch(text, /token/);
});

test('it ends automatically after an hour, and at once for a dismissed operator', async () => {
  await be('support');
  await look();
  const { impersonations, operators } = service.storage.stores;
  const audit = {
    atMs: 1,
    actor: 'test',
    sourceIp: null,
    action: 'x',
    objectKind: 'x',
    objectId: 'x',
    before: null,
    after: null,
  };
  const over = { userId: rootId, accountId: customer, startedAtMs: 1, untilMs: 2 };
  await impersonations.start(over, audit);
  assert.equal((await root.get(`/api/console/accounts/${customer}/keys`)).status, 404);
  await look();
  await operators.remove(rootId, audit);
  assert.equal((await root.get(`/api/console/accounts/${customer}/keys`)).status, 404);
});
