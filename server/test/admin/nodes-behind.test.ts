/** Goal: only changes of data that all nodes keep in memory name the nodes that do not have the change yet. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startAdminBench, type AdminBench } from './admin-bench.ts';

let bench: AdminBench;
before(async () => {
  bench = await startAdminBench({ nodesBehind: ['far-away'] });
});
after(() => bench.close());

const price = { input: '1', output: '2' };

async function behind(method: string, path: string, body?: unknown): Promise<readonly [number, string | null]> {
  const { status, headers, text } = await bench.ask(method, `/api/admin${path}`, body);
  assert.ok(status < 300, `${method} ${path}: ${String(status)} ${text}`);
  return [status, headers.get('x-nodes-behind')];
}

test('a change of models, providers or own prices is answered 202 with the names of the nodes behind', async () => {
  const named = [202, 'far-away'] as const;
  assert.deepEqual(await behind('PUT', '/models/some/model', { kind: 'chat', price }), named);
  assert.deepEqual(await behind('PUT', '/plans/standard/prices/some/model', { price }), named);
  assert.deepEqual(await behind('DELETE', '/plans/standard/prices/some/model'), named);
  assert.deepEqual(await behind('DELETE', '/models/some/model'), named);
  assert.deepEqual(await behind('POST', '/environment/take'), named);
  const provider = { name: 'one', dialect: 'chat-completions', routes: [], models: [] };
  const made = await bench.ask('POST', '/api/admin/providers', provider);
  assert.deepEqual([made.status, made.headers.get('x-nodes-behind')], named);
  const path = `/providers/${String(made.body.id)}`;
  assert.deepEqual(await behind('PATCH', path, { weight: 2 }), named);
  assert.deepEqual(await behind('DELETE', path), named);
});

test('a reading, and a change of what an account has, name no nodes', async () => {
  for (const path of ['/models', '/providers', '/environment', '/plans/standard/prices'])
    assert.deepEqual(await behind('GET', path), [200, null]);
  assert.deepEqual(await behind('POST', '/accounts', { name: 'One' }), [201, null]);
});

test('a refused change names no nodes', async () => {
  const { status, headers } = await bench.ask('DELETE', '/api/admin/models/not/there');
  assert.deepEqual([status, headers.get('x-nodes-behind')], [404, null]);
});

test('the marked routes are exactly those that change models, providers, own prices or take the environment over', () => {
  const marked = bench.routes.filter(({ changesCatalogue }) => changesCatalogue).map(({ method, url }) => `${method} ${url}`);
  assert.deepEqual(marked.toSorted(), [
    'DELETE /api/admin/accounts/:id/prices/*',
    'DELETE /api/admin/models/*',
    'DELETE /api/admin/plans/:id/prices/*',
    'DELETE /api/admin/providers/:id',
    'PATCH /api/admin/providers/:id',
    'POST /api/admin/environment/take',
    'POST /api/admin/providers',
    'PUT /api/admin/accounts/:id/prices/*',
    'PUT /api/admin/models/*',
    'PUT /api/admin/plans/:id/prices/*',
  ]);
});
