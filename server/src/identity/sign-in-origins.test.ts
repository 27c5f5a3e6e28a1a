import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOrigin, signInCookie } from './sign-in-origins.ts';

const outside = ['https://console.test', 'https://abroad.test:8443'];
const stranger = { address: '203.0.113.9', isForwarded: false };
const here = { address: '127.0.0.1', isForwarded: false };

test('nobody chooses the address that links in mails lead to: it is a configured one, whatever a stranger names', () => {
  assert.equal(findOrigin({ ...stranger, host: 'CONSOLE.test' }, outside), 'https://console.test');
  assert.equal(findOrigin({ ...stranger, host: 'abroad.test:8443' }, outside), 'https://abroad.test:8443');
  const wrong = ['localhost', 'localhost:81', '127.0.0.1:81', '[::1]:81', 'abroad.test', 'console.test.evil.test', '', undefined];
  for (const host of wrong) {
    assert.equal(findOrigin({ ...stranger, host }, outside), null, String(host));
    assert.equal(findOrigin({ ...here, isForwarded: true, host }, outside), null, `${String(host)} by a proxy on this machine`);
  }
});

test('local users ask under the names of the machine, and all users do as long as there is no outside address', () => {
  for (const address of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])
    assert.equal(findOrigin({ ...here, address, host: 'localhost:8080' }, outside), 'http://localhost:8080');
  assert.equal(findOrigin({ ...here, host: 'evil.test' }, outside), null);
  for (const origins of [[], ['http://127.0.0.1:8080']])
    assert.equal(findOrigin({ ...stranger, host: 'localhost:8080' }, origins), 'http://localhost:8080');
  assert.equal(findOrigin({ ...stranger, host: 'evil.test' }, []), null);
});

test('browsers keep the cookie of a sign-in over https to exactly this host', () => {
  assert.equal(signInCookie('https://tollgate.test'), '__Host-tollgate');
  assert.equal(signInCookie('http://localhost:3000'), 'tollgate');
});
