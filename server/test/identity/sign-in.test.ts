import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Service } from '../../src/service/service.ts';
import { startInProcess } from '../service-in-process.ts';
import { Browser } from './browser.ts';

let service: Service;
const folder = mkdtempSync(join(tmpdir(), 'tollgate-sign-in-'));
before(async () => {
  service = await startInProcess({ TOLLGATE_DATA_DIR: folder, TOLLGATE_TRUSTED_PROXIES: '127.0.0.0/8' });
});
after(async () => {
  await service.stop(0);
  rmSync(folder, { recursive: true });
});

const password = 'a long enough password';

test('somebody signs up, proves the address, signs in, and a sign-in that is revoked elsewhere is over at once', async () => {
  const browser = new Browser(service.url);
  const signedUp = await browser.auth('/sign-up/email', { email: 'Ada@example.org', password, name: 'Ada' });
  assert.equal(signedUp.status, 200, signedUp.text);
  const early = await browser.auth('/sign-in/email', { email: 'ada@example.org', password });
  assert.equal(early.body.error.code, 'email_not_verified');
  const link = await service.signIn.identity.linkFor('verify', 'ada@example.org');
  const token = new URL(link ?? '').hash.slice('#token='.length);
  const verified = await browser.auth('/verify-email', { token });
  assert.equal(verified.status, 200, verified.text);
  assert.equal(browser.cookies.has('tollgate'), false, 'opening the link signs nobody in');

  const entered = await browser.auth('/sign-in/email', { email: 'ada@example.org', password });
  assert.equal(entered.status, 200, entered.text);
  const cookie = entered.headers.getSetCookie().find((each) => each.startsWith('tollgate=')) ?? '';
  assert.match(cookie, /; Path=\/; HttpOnly; SameSite=Strict$/);
  const known = (): Promise<string | undefined> =>
    service.signIn.identity
      .sessionOf({ headers: { host: new URL(service.url).host, cookie: `tollgate=${browser.cookies.get('tollgate') ?? ''}` } })
      .then((found) => found?.person.email);
  assert.equal(await known(), 'ada@example.org');

  const sessions = await browser.auth('/list-sessions');
  assert.equal(sessions.body[0].ipAddress, '203.0.113.7');
  for (const answer of [entered, sessions, await browser.auth('/get-session')])
    assert.doesNotMatch(answer.text, /"token"/, 'no script can read the value of a sign-in');

  const elsewhere = new Browser(service.url, '203.0.113.8');
  await elsewhere.auth('/sign-in/email', { email: 'ada@example.org', password });
  const revoked = await elsewhere.auth('/revoke-session', { id: sessions.body[0].id });
  assert.equal(revoked.status, 200, revoked.text);
  assert.equal(await known(), undefined);
  assert.equal((await elsewhere.auth('/list-sessions')).body.length, 1);
});
