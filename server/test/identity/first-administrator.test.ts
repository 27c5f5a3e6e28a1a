import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Service } from '../../src/service/service.ts';
import { askAdmin, mustAdmin } from '../ask-admin.ts';
import { startInProcess } from '../service-in-process.ts';
import { Browser } from './browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-setup-'));
const env = { TOLLGATE_DATA_DIR: folder, TOLLGATE_TRUSTED_PROXIES: '127.0.0.0/8' };
const password = 'a long enough password';
let service: Service;
before(async () => {
  service = await startInProcess(env);
});
after(async () => {
  await service.stop(0);
  rmSync(folder, { recursive: true });
});

const tokenOf = (url: string): string => new URL(url).hash.slice('#token='.length);

/** A person who has signed up and in. */
async function enter(email: string, from: string): Promise<Browser> {
  const browser = new Browser(service.url, from);
  await browser.auth('/sign-up/email', { email, password, name: 'Somebody' });
  const link = await service.signIn.identity.linkFor('verify', email);
  await browser.auth('/verify-email', { token: tokenOf(link ?? '') });
  assert.equal((await browser.auth('/sign-in/email', { email, password })).status, 200);
  return browser;
}

test('the link of the first start makes one administrator, and never a second one', async () => {
  const token = tokenOf(service.setupUrl ?? '');
  assert.ok(token.length >= 43);
  const claim = { token, email: 'root@example.org', password, name: 'Root' };
  const browsers = Array.from({ length: 5 }, (_, at) => new Browser(service.url, `203.0.113.${String(at)}`));
  assert.deepEqual((await new Browser(service.url).get('/api/console/setup')).body, { open: true });
  const wrong = await new Browser(service.url).post('/api/console/setup', { ...claim, token: token.replace(/./, '!') });
  assert.equal(wrong.status, 403);
  const answers = await Promise.all(browsers.map((browser) => browser.post('/api/console/setup', claim)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409]);
  assert.equal((await new Browser(service.url).post('/api/console/setup', claim)).status, 403);
  assert.deepEqual((await new Browser(service.url).get('/api/console/setup')).body, { open: false });

  const root = new Browser(service.url);
  assert.equal((await root.auth('/sign-in/email', { email: 'root@example.org', password })).status, 200);
  const operators = await root.get('/api/admin/operators');
  assert.deepEqual(
    operators.body.data.map(({ email, role }: Record<string, string>) => [email, role]),
    [['root@example.org', 'administrator']],
  );

  await service.stop(0);
  service = await startInProcess(env);
  assert.equal(service.setupUrl, null, 'a later start prints no other link');
});

test('a link that the command line makes works once, and an earlier one no more', async () => {
  const place = { url: service.url, token: service.adminToken };
  const [early, late] = [
    await mustAdmin<{ url: string }>(place, 'POST', '/operators/invite-link'),
    await mustAdmin<{ url: string }>(place, 'POST', '/operators/invite-link'),
  ];
  const browser = new Browser(service.url, '203.0.113.20');
  const claim = { email: 'second@example.org', password, name: 'Second' };
  assert.equal((await browser.post('/api/console/setup', { ...claim, token: tokenOf(early.url) })).status, 403);
  assert.equal((await browser.post('/api/console/setup', { ...claim, token: tokenOf(late.url) })).status, 201);
});

test('operators do in the administrator interface what their roles allow, from pages of ours alone', async () => {
  const place = { url: service.url, token: service.adminToken };
  const somebody = await enter('help@example.org', '203.0.113.30');
  assert.equal((await somebody.get('/api/admin/accounts')).status, 401, 'a sign-in alone is nobody here');
  const appoint = (role: string) =>
    mustAdmin<{ id: string }>(place, 'POST', '/operators', { body: { email: 'help@example.org', role } });
  const { body: accounts } = await askAdmin(place, 'GET', '/accounts');
  const credits = `/api/admin/accounts/${String(accounts.data[0].id)}/credits`;
  const credit = { bucket: 'adjustment', amount: '1.00', reason: 'a test' };

  const { id } = await appoint('support');
  assert.equal((await somebody.get('/api/admin/accounts')).status, 200);
  assert.equal((await somebody.post(credits, credit)).body.error.code, 'not_permitted');
  assert.equal((await somebody.get('/api/admin/mails/x')).body.error.code, 'not_permitted', 'links of mails sign people in');

  await appoint('finance');
  const given = await somebody.post(credits, credit);
  assert.equal(given.status, 201, given.text);
  assert.equal(given.body.actor, 'help@example.org');
  assert.equal((await somebody.post('/api/admin/accounts', { name: 'X' })).body.error.code, 'not_permitted');

  await appoint('administrator');
  assert.equal((await somebody.post('/api/admin/accounts', { name: 'X' })).status, 201);
  for (const headers of [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    const forged = await somebody.ask('POST', '/api/admin/accounts', { body: { name: 'Y' }, headers });
    assert.equal(forged.body.error.code, 'foreign_origin');
  }
  const log = await mustAdmin<{ data: { actor: string; action: string }[] }>(place, 'GET', '/audit-log?actor=help@example.org');
  assert.ok(log.data.some(({ action }) => action === 'account.create'));

  await mustAdmin(place, 'DELETE', `/operators/${id}`);
  assert.equal((await somebody.get('/api/admin/accounts')).status, 401, 'who is dismissed is nobody at once');
});
