import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminToken, startAdminBench, type AdminBench } from './admin-bench.ts';

let bench: AdminBench;
before(async () => {
  bench = await startAdminBench();
});
after(() => bench.close());

test('no route of the administrator interface answers anybody without the token', async () => {
  const routes = bench.routes.filter(({ url }) => url.startsWith('/api/'));
  assert.ok(routes.length > 45, String(routes.length));
  const wrong = [
    '',
    'Bearer',
    'Bearer ',
    `bearer ${adminToken}`,
    `Bearer  ${adminToken}`,
    `Bearer ${adminToken}x`,
    `Basic ${adminToken}`,
  ];
  for (const [at, { method, url }] of routes.entries()) {
    // More wrong tokens within a minute would be slowed down.
    if (at % 100 === 0) bench.clock.advance(61_000);
    const path = url.replace(':id', 'acc_1').replace('*', 'model');
    const authorization = wrong[at % wrong.length] ?? '';
    const body = ['POST', 'PUT', 'PATCH'].includes(method) ? '{' : undefined;
    const answer = await bench.ask(method, path, body, { authorization });
    assert.equal(answer.status, 401, `${method} ${path}`);
    if (method !== 'HEAD') assert.equal(answer.body.error.code, 'invalid_admin_token');
  }
  for (const path of ['/api/admin', '/api/admin/', '/api/admin/nothing', '/api/admin/../admin/keys']) {
    assert.equal((await bench.ask('GET', path, undefined, { authorization: '' })).status, 401, path);
  }
  assert.equal((await bench.ask('GET', '/api/admin/nothing')).status, 404);
});

test('wrong tokens from one address are slowed down, and the right one still passes', async () => {
  bench.clock.advance(61_000);
  const wrong = { authorization: 'Bearer guess' };
  const statuses = new Set<number>();
  for (let attempt = 0; attempt < 220; attempt += 1)
    statuses.add((await bench.ask('GET', '/api/admin/plans', undefined, wrong)).status);
  assert.deepEqual([...statuses], [401, 429]);
  const slowed = await bench.ask('GET', '/api/admin/plans', undefined, wrong);
  assert.equal(slowed.body.error.code, 'too_many_failed_attempts');
  assert.ok(Number(slowed.headers.get('retry-after')) >= 1);
  assert.equal((await bench.ask('GET', '/api/admin/plans')).status, 200);
  bench.clock.advance(61_000);
  assert.equal((await bench.ask('GET', '/api/admin/plans', undefined, wrong)).status, 401);
});

/** The reference contains no user data: clients can cache it and revalidate it by its ETag. */
const reference = /^\/(?:openapi\.json$|docs\/)/;

test('answers are never cached, framed or shared with other sites', async () => {
  for (const path of [
    '/api/admin/plans',
    '/api/admin/nothing',
    '/openapi.json',
    '/docs/api/',
    '/docs/api/static/swagger-ui.css',
  ]) {
    const { headers } = await bench.ask('GET', path, undefined, { origin: 'https://evil.example' });
    const kept = headers.get('cache-control') ?? '';
    if (!reference.test(path)) assert.equal(kept, 'no-store', path);
    else if (!path.includes('/static/')) assert.match(kept, /^no-(?:cache|store)$/, path);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/, path);
    assert.equal(headers.get('access-control-allow-origin'), null, path);
  }
});

test('the OpenAPI document describes every route, with an example for every body', async () => {
  const { body: document } = await bench.ask('GET', '/openapi.json', undefined, { authorization: '' });
  assert.equal(document.openapi, '3.1.0');
  const atFormerAddress = await bench.ask('GET', '/docs/json', undefined, { authorization: '' });
  assert.deepEqual(atFormerAddress.body, document);
  const described = new Set<string>();
  for (const [path, operations] of Object.entries<Record<string, Record<string, never>>>(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      described.add(`${method.toUpperCase()} ${path}`);
      const { summary, tags, security, requestBody } = operation as Record<string, unknown>;
      assert.ok(typeof summary === 'string' && Array.isArray(tags), `${method} ${path}`);
      assert.deepEqual(security, [{ adminToken: [] }]);
      if (requestBody !== undefined) assert.match(JSON.stringify(requestBody), /"examples?"/, `${method} ${path}`);
    }
  }
  const served = bench.routes
    .filter(({ method, url }) => url.startsWith('/api/') && method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{model}')}`);
  assert.deepEqual([...described].toSorted(), served.toSorted());
  const text = JSON.stringify(document);
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    assert.ok(document.components.schemas[name] !== undefined, `nothing is called ${name}`);
  }
});

test('an address that no router takes is refused in the form of the catalogue and not repeated', async () => {
  for (const [path, status] of [
    [`/api/admin/keys/${'k'.repeat(600)}`, 404],
    ['/api/admin/%zz', 400],
    ['/api/admin/keys/%00', 404],
  ] as const) {
    const answer = await bench.ask('GET', path);
    assert.equal(answer.status, status, `${path.slice(0, 30)} ${answer.text}`);
    assert.equal(typeof answer.body.error.code, 'string');
    assert.equal(/kkk|%zz/.test(answer.text), false, answer.text);
  }
});
