import assert from 'node:assert/strict';
import type { ServerProcess } from '../scenarios/server-process.ts';
import { Browser } from './browser.ts';

export const password = 'correct horse battery';

/** The browser of the first administrator, created by the link of the first start and signed in. */
export async function firstAdministrator(server: ServerProcess): Promise<Browser> {
  const [, token] = /setup#token=([\w-]+)/.exec(server.printed) ?? [];
  const root = new Browser(server.url, '127.0.0.1');
  const email = 'root@example.com';
  const claim = { token, email, password, name: 'Root' };
  assert.equal((await root.post('/api/console/setup', claim)).status, 201);
  assert.equal((await root.auth('/sign-in/email', { email, password })).status, 200);
  return root;
}
