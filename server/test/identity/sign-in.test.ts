import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { askAdmin, mustAdmin } from '../ask-admin.ts';
import { PeoplePlace } from './people-place.ts';
import { signInSuite } from './sign-in-suite.ts';

describe('sign-in in the data folder', () => {
  signInSuite(() => Promise.resolve({}));
});

test('a backup has the people in it', async () => {
  const place = await PeoplePlace.open();
  try {
    await place.signUp('kept@example.org');
    const { url, adminToken: token } = place.service;
    const { path } = await mustAdmin<{ path: string }>({ url, token }, 'POST', '/backup');
    const again = await askAdmin({ url, token }, 'POST', '/backup', { body: { path: basename(path) } });
    assert.equal((again.body as { error: { reason?: string } }).error.reason, 'backup_exists');
    const copy = new DatabaseSync(`${path}.sign-in.sqlite`, { readOnly: true });
    assert.equal(copy.prepare('select email from "user"').get()?.email, 'kept@example.org');
    copy.close();
  } finally {
    await place.close();
  }
});

test('sign-in is at the address of the console alone, and one source asks for so many challenges in a minute', async () => {
  const place = await PeoplePlace.open({ TOLLGATE_CONSOLE_URL: 'https://console.example.com' });
  try {
    const browser = place.browser('203.0.113.7');
    const { body, text } = await browser.auth('/list-sessions');
    assert.equal(body?.error?.reason, 'nobody_signs_in_here', text);
    const asked: unknown[] = [];
    for (let one = 0; one < 31; one += 1) asked.push((await browser.get('/api/console/challenge')).body.error?.reason);
    assert.deepEqual([asked[0], asked.at(-1)], [undefined, 'sign_in_offers_busy']);
  } finally {
    await place.close();
  }
});
