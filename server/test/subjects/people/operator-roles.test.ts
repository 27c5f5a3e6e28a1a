/**
 * Goal: each operator can do what the role allows and nothing else. Method: every route of the admin API with every role, over real HTTP,
 * and the requests that change nothing with what they are for.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorRoles, type OperatorRole } from '@tollgate/contract/people/rights';
import { sql } from 'kysely';
import { compilerFor } from '../../../src/storage/compiler.ts';
import type { Answer } from '../../admin/admin-bench.ts';
import { startPeopleBench, type PeopleBench } from '../../console/people-bench.ts';

let bench: PeopleBench;
before(async () => {
  bench = await startPeopleBench();
  for (const role of operatorRoles) {
    bench.person(role);
    const insert = sql`insert into operators (user_id, role, created_at) values (${role}, ${role}, 1)`;
    await bench.engine.write([{ query: insert.compile(compilerFor('sqlite')) }], []);
  }
});
after(() => bench.close());

async function ask(role: OperatorRole, method: string, path: string, body?: object): Promise<Pick<Answer, 'status' | 'body'>> {
  const headers = { origin: bench.url, 'x-test-person': role, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${bench.url}${path}`, { method, headers, ...sent });
  const text = await answer.text();
  return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : null };
}

/** Requests by POST that only read. */
const reading: ReadonlySet<string> = new Set(['/api/admin/price-previews', '/api/admin/route-simulations']);

test('every route refuses exactly the roles that it does not name; without names, all may read and administrators may change', async () => {
  const routes = bench.routes.filter(({ method, url }) => url.startsWith('/api/admin/') && method !== 'HEAD');
  assert.ok(routes.length > 100, String(routes.length));
  for (const { method, url, operators } of routes) {
    const usual: readonly OperatorRole[] = method === 'GET' || reading.has(url) ? operatorRoles : ['administrator'];
    for (const role of operatorRoles) {
      if (role === 'administrator') continue;
      const path = url.replaceAll(/:\w+/g, 'none').replace('*', 'none');
      const { status, body } = await ask(role, method, path, method === 'GET' || method === 'DELETE' ? undefined : {});
      const isRefused = status === 403 && body?.error?.reason === 'role_not_enough';
      assert.equal(isRefused, !(operators ?? usual).includes(role), `${role}: ${method} ${url}: ${String(status)}`);
    }
  }
});

test('support and finance preview prices and simulate routes as administrators do, and set none', async () => {
  const price = { input: '2', output: '8' };
  for (const role of operatorRoles) {
    const preview = await ask(role, 'POST', '/api/admin/price-previews', { model: 'm', kind: 'chat', price });
    assert.deepEqual([preview.status, preview.body.version], [200, 1], role);
    const simulation = await ask(role, 'POST', '/api/admin/route-simulations', { account_id: 'acc_none', model: 'm' });
    assert.deepEqual([simulation.status, simulation.body.error.code], [404, 'not_found'], 'as far as the account');
    if (role === 'administrator') continue;
    assert.equal((await ask(role, 'PUT', '/api/admin/models/m', { kind: 'chat', price })).status, 403);
  }
});
