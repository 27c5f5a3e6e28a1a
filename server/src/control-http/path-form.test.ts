import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathFault } from './path-form.ts';

test('addresses as clients write them are taken', () => {
  const normal = [
    '/',
    '/api/admin/models/org%2Fmodel',
    '/api/admin/accounts?name=%61//../x\\',
    '/pricing/org/model-1.5_x~',
    '/pricing/%E6%A8%A1%E5%9E%8B',
    '/api/console/accounts/acc_1/keys/a%20b%3Ac%40',
    '/assets/index-a.b.js',
    '/api/admin/',
    "/api/admin/accounts/!$&'()*+,;=:@",
  ];
  for (const url of normal) assert.equal(pathFault(url), null, url);
});

test('an address that another reader could take for another one is refused, wherever in it that is', () => {
  const faults = [
    '%61',
    '%2E',
    '%2e%2E',
    '%7E',
    '%5f',
    '%5C',
    '%00',
    '%0a',
    '%7F',
    '%',
    '%6',
    '%zz',
    '\\',
    '.',
    '..',
    '',
    '%2F',
    'a%2F',
    '%2Fa',
    'a%2F..%2Fb',
    'a%2F%2Fb',
    'ä',
    '\u0080',
  ];
  for (const fault of faults)
    for (const url of [`/api/console/${fault}/x`, `/${fault}/admin/x`, `/api/${fault}/x`, `/api/admin/${fault}/accounts?x=1`])
      assert.notEqual(pathFault(url), null, url);
  for (const url of [
    '/api/admin/..',
    '/api/admin/.',
    '/api%2Fadmin/x',
    '/api/admin%2Fx',
    '/api/x%2F',
    '/%2Fapi/admin',
    '//api/admin',
  ])
    assert.notEqual(pathFault(url), null, url);
});

test('whatever is taken decodes to parts that begin alike for readers who decode and for those who do not', () => {
  const pieces = ['/', 'api', 'admin', '%61', 'a', '%2F', '%2f', '..', '.', '%2E', '%5C', '%25', '%252e', ';', 'x', '%C3%A4'];
  // Addresses of up to five pieces. All 16^5 would be a million, so a step is used that shares no factor with that number.
  const count = pieces.length ** 5;
  for (let number = 0; number < count; number += 37) {
    let rest = number;
    let url = '/';
    for (; rest > 0; rest = Math.floor(rest / pieces.length)) url += pieces[rest % pieces.length] ?? '';
    if (pathFault(url) !== null) continue;
    const once = decodeURIComponent(url);
    const resolved = new URL(once.replaceAll('\\', '/'), 'http://a').pathname;
    assert.equal(url.startsWith('/api/admin'), resolved.startsWith('/api/admin'), url);
  }
});
