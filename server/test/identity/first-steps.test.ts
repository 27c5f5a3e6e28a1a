/** Method: the lines that the terminal shows at the starts of one installation, within the test's process. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import type { Service } from '../../src/service/service.ts';
import { banner } from '../../src/service/start/banner.ts';
import { mustAdmin } from '../ask-admin.ts';
import { startInProcess } from '../service-in-process.ts';
import { Browser } from './browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-first-steps-'));
const env = { TOLLGATE_DATA_DIR: folder };
after(() => {
  rmSync(folder, { recursive: true });
});

function shown(service: Service, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const read = readConfig({ ...env, ...more });
  assert.ok(read.ok);
  return banner({ service, config: read.config, version: '1.0.0' });
}

const other = /operators invite-link/;
const otherKey = /keys create Demo/;

test('the first start shows the key and the link; later ones say how to get others, until there is an administrator and a call', async () => {
  const first = await startInProcess(env);
  const text = await shown(first);
  assert.match(text, /First sign-in {2}http\S+\/setup#token=/);
  assert.match(text, new RegExp(`Operator +${first.consoleUrl}/operator `));
  assert.match(text, /sk-/);
  assert.doesNotMatch(text, other);
  assert.doesNotMatch(text, otherKey);
  const { setupUrl } = first;
  const key = first.first?.key ?? '';
  await first.stop(0);

  const second = await startInProcess(env);
  assert.match(await shown(second), other);
  assert.match(await shown(second), otherKey);
  const token = new URL(setupUrl ?? '').hash.slice('#token='.length);
  const claim = { token, email: 'root@example.org', password: 'a long enough password', name: 'Root' };
  assert.equal((await new Browser(second.url).post('/api/console/setup', claim)).status, 201);
  const answer = await fetch(`${second.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'sandbox/chat', messages: [{ role: 'user', content: 'hi' }] }),
  });
  assert.equal(answer.status, 200, await answer.text());
  await second.stop();

  const third = await startInProcess(env);
  assert.doesNotMatch(await shown(third), other);
  assert.doesNotMatch(await shown(third), otherKey);
  await third.stop(0);
});

test('the local address is shown beside the public ones', async () => {
  const more = { TOLLGATE_PUBLIC_URLS: 'domestic=https://api.example.cn', TOLLGATE_CONSOLE_URL: 'https://console.example.cn' };
  const service = await startInProcess({ ...env, ...more });
  const text = await shown(service, more);
  assert.match(text, /Domestic +https:\/\/api\.example\.cn /);
  assert.match(text, new RegExp(`Local address +http://127\\.0\\.0\\.1:${String(service.port)} `));
  assert.match(text, /Operator +https:\/\/console\.example\.cn\/operator /);
  await service.stop(0);
});

test('the to-do list of operators names what is not set up, each step until it is done or dismissed, and is quiet then', async () => {
  const service = await startInProcess({ TOLLGATE_DATA_DIR: join(folder, 'bare') });
  const place = { url: service.url, token: service.adminToken };
  const lacks = async (): Promise<readonly string[]> =>
    (await mustAdmin<{ set_up: readonly string[] }>(place, 'GET', '/overview')).set_up;
  const set = (settings: object): Promise<unknown> => mustAdmin(place, 'PATCH', '/site-settings', { body: settings });
  assert.deepEqual(await lacks(), ['mail', 'support_contact', 'payment_methods', 'public_address', 'secret_backup']);
  await set({ support_email: 'help@example.cn' });
  assert.deepEqual(await lacks(), ['mail', 'payment_methods', 'public_address', 'secret_backup']);
  await set({ domestic_address: 'https://api.example.cn' });
  assert.deepEqual(await lacks(), ['mail', 'payment_methods', 'secret_backup']);
  await set({ dismissed_set_up: 'mail\nsecret_backup' });
  assert.deepEqual(await lacks(), ['payment_methods']);
  await set({ dismissed_set_up: 'mail\npayment_methods\nsecret_backup' });
  assert.deepEqual(await lacks(), []);
  await service.stop(0);

  const secret = 'a-secret-of-the-environment-0123456789';
  const full = await startInProcess({
    TOLLGATE_DATA_DIR: join(folder, 'full'),
    TOLLGATE_SECRET: secret,
    TOLLGATE_SMTP_URL: 'smtp://127.0.0.1:1',
    TOLLGATE_MAIL_FROM: 'no-reply@example.cn',
    TOLLGATE_SUPPORT_CONTACT: 'help@example.cn',
    TOLLGATE_PUBLIC_URLS: 'domestic=https://api.example.cn',
  });
  const answer = await mustAdmin<{ set_up: readonly string[] }>(
    { url: full.consoleUrl, token: full.adminToken },
    'GET',
    '/overview',
  );
  assert.deepEqual(answer.set_up, ['payment_methods']);
  await full.stop(0);
});
