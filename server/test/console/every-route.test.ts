/**
 * Goal: nobody can do more in the console API than the table of rights allows, on any route: no role, no limited member, no stranger, no
 * visitor, no foreign page. Refusals come before a body is read. Method: every registered route with every kind of caller, with an
 * unreadable body where a refusal is expected.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hasRight, memberRoles, type AccountRight } from '@tollgate/contract/people/rights';
import { memberStatement } from '../../src/subjects/people/members-store.ts';
import { describedRoutes } from '../described-routes.ts';
import { startPeopleBench, type PeopleBench } from './people-bench.ts';

let bench: PeopleBench;
let account = '';
let part = '';
before(async () => {
  bench = await startPeopleBench();
  const owner = bench.person('founder');
  account = (await owner('GET', '/session')).body.accounts[0].id;
  part = (await owner('POST', `/accounts/${account}/sub-accounts`, { name: 'Part' })).body.id;
});
after(() => bench.close());

interface Route {
  readonly method: string;
  readonly url: string;
  readonly who: string;
}

const routes = (): readonly Route[] =>
  bench.routes.flatMap(({ method, url, who }) => (who === undefined || method === 'HEAD' ? [] : [{ method, url, who }]));

/** The address with the account, and with ids that do not exist. */
const pathOf = ({ url }: Route): string => url.replace(':accountId', account).replaceAll(/:\w+/g, 'none').replace('*', 'none');

interface Told {
  readonly status: number;
  readonly code: string | null;
  readonly message: string;
}

/** The response of a route to a person. Cancels a streamed response. */
async function told(route: Route, headers: Record<string, string>, body?: string): Promise<Told> {
  const gone = new AbortController();
  const sends = route.method !== 'GET';
  const answer = await fetch(`${bench.url}${pathOf(route)}`, {
    method: route.method,
    headers: { origin: new URL(bench.url).origin, ...(sends ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(sends ? { body: body ?? '{}' } : {}),
    signal: gone.signal,
  });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = isStream ? '' : await answer.text();
  gone.abort();
  const { error = null } = text.startsWith('{') ? JSON.parse(text) : {};
  return { status: answer.status, code: error?.code ?? null, message: error?.message ?? '' };
}

const unreadable = '{"this is not JSON';
const nameOf = ({ method, url }: Route): string => `${method} ${url}`;

test('every route of the interface says whom it is for', () => {
  const silent = bench.routes.filter(({ url, who }) => url.startsWith('/api/console/') && who === undefined);
  assert.deepEqual(
    silent.map(({ method, url }) => `${method} ${url}`),
    [],
  );
  assert.ok(routes().length > 30, String(routes().length));
});

/** Routes of sign-in, which this bench does not have. */
const notHere = /^\/api\/console\/(?:challenge|setup|sign-in)$/;

test('every route that the contract describes is served, and no other', async () => {
  const described = [...(await describedRoutes()).values()];
  const here = described.filter(({ path }) => path.startsWith('/api/console/') && !notHere.test(path));
  assert.deepEqual(routes().map(nameOf).toSorted(), here.map(({ method, path }) => `${method} ${path}`).toSorted());
});

test('routes for people require a sign-in, and no foreign page changes anything', async () => {
  for (const route of routes()) {
    if (route.who !== 'everybody') {
      const { status, code } = await told(route, {}, unreadable);
      assert.deepEqual([status, code], [401, 'not_signed_in'], nameOf(route));
    }
    if (route.method === 'GET') continue;
    const signedIn = { 'x-test-person': 'founder' };
    for (const foreign of [{ origin: 'https://elsewhere.test' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
      const { status, code } = await told(route, { ...signedIn, ...foreign }, unreadable);
      assert.deepEqual([status, code], [403, 'foreign_origin'], nameOf(route));
    }
  }
});

test('to a stranger every account is one that is not there', async () => {
  bench.person('stranger');
  const signedIn = { 'x-test-person': 'stranger' };
  for (const route of routes().filter(({ url }) => url.includes(':accountId'))) {
    const theirs = await told(route, signedIn, unreadable);
    const nobodys = await told({ ...route, url: route.url.replace(':accountId', 'acc_none') }, signedIn, unreadable);
    assert.deepEqual([theirs.status, theirs.code], [404, 'not_found'], nameOf(route));
    assert.deepEqual(theirs, nobodys, nameOf(route));
  }
});

for (const role of memberRoles) {
  for (const isBound of [false, true]) {
    describe(`${isBound ? 'bound ' : ''}${role}`, () => {
      const id = `${role}-${isBound ? 'bound' : 'whole'}`;
      const joins = async () => {
        bench.person(id);
        if ((await bench.control.stores.members.find(account, id)) !== null) return;
        const member = { accountId: account, userId: id, role, subAccountId: isBound ? part : null, createdAtMs: 1 };
        await bench.engine.write([memberStatement(bench.engine, member)], []);
      };

      test('has access exactly where the table permits it', async () => {
        for (const route of routes().filter(({ url }) => url.includes(':accountId'))) {
          // The previous route may have removed members.
          await joins();
          const mayCall = hasRight(route.who as AccountRight, role, isBound);
          const { status, code, message } = await told(route, { 'x-test-person': id }, mayCall ? '{}' : unreadable);
          if (!mayCall) assert.deepEqual([status, code], [403, 'not_permitted'], nameOf(route));
          else {
            assert.ok(
              status !== 401 && status < 500 && code !== 'not_permitted',
              `${nameOf(route)}: ${String(status)} ${message}`,
            );
            assert.notEqual(message, 'No account has this id.', nameOf(route));
          }
        }
      });
    });
  }
}
