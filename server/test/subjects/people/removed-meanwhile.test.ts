/**
 * Goal: nobody acts with a right that they have lost. On every changing route of the console and the admin API, a person who loses
 * membership, role or session between headers and body is refused, and nothing changes. Method: every existing route over real HTTP:
 * headers, the loss, then the body; compares the whole database. Then the following moment: a change that waits for its turn while the
 * right is lost.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { hasRight, memberRoles, operatorRoles, type AccountRight, type OperatorRole } from '@tollgate/contract/people/rights';
import { sql } from 'kysely';
import { compilerFor } from '../../../src/storage/compiler.ts';
import type { Member } from '../../../src/domain/people/person.ts';
import { memberStatement } from '../../../src/subjects/people/members-store.ts';
import { RawClient, type RawAnswer } from '../../gateway/raw-client.ts';
import { waitFor } from '../../wait-for.ts';
import { everyRow } from '../../console/every-row.ts';
import { startPeopleBench, type PeopleBench } from '../../console/people-bench.ts';

type Route = PeopleBench['routes'][number];

let bench: PeopleBench;
let account = '';
let heads = 0;
const id = 'walker';

before(async () => {
  bench = await startPeopleBench({
    onHead() {
      heads += 1;
    },
  });
  account = (await bench.person('founder')('GET', '/session')).body.accounts[0].id;
});
after(() => bench.close());

const write = (query: ReturnType<typeof sql>): Promise<unknown> =>
  bench.engine.write([{ query: query.compile(compilerFor('sqlite')) }], []);

const memberNow: Member = { accountId: '', userId: id, role: 'owner', subAccountId: null, createdAtMs: 1 };

/** A member with every right and an operator with every right, signed in. */
beforeEach(begin);
async function begin(): Promise<void> {
  bench.person(id);
  await write(sql`delete from members where user_id = ${id}`);
  await write(sql`insert into operators (user_id, role, created_at) values (${id}, 'administrator', 1)
    on conflict (user_id) do update set role = 'administrator'`);
  await bench.engine.write([memberStatement(bench.engine, { ...memberNow, accountId: account })], []);
}

const everything = (): Promise<string> => everyRow(bench.engine);

const changing = (prefix: string): readonly Route[] =>
  bench.routes.filter(({ method, url }) => url.startsWith(prefix) && !['GET', 'HEAD', 'OPTIONS'].includes(method));

const nameOf = ({ method, url }: Route): string => `${method} ${url}`;

/** What each route accepts, as found out by the test. */
const types = new Map<string, string>();

/** Sends headers, runs the action, and sends the body. */
async function askAcross(route: Route, meanwhile: () => unknown, body = '{}'): Promise<RawAnswer> {
  const { method, url } = route;
  const client = await RawClient.open(Number(new URL(bench.url).port));
  const path = url.replace(':accountId', account).replaceAll(/:\w+/g, 'none').replace('*', 'none');
  const before = heads;
  client.send(
    [
      `${method} ${path} HTTP/1.1`,
      `host: ${new URL(bench.url).host}`,
      `origin: ${bench.url}`,
      `x-test-person: ${id}`,
      'idempotency-key: walk-0123456789abcdef',
      `content-type: ${types.get(nameOf(route)) ?? 'application/json'}`,
      `content-length: ${String(body.length)}`,
      '',
      body.slice(0, 1),
    ].join('\r\n'),
  );
  await waitFor(() => heads > before || client.received.length > 0, { what: `the head of ${method} ${url} is taken` });
  await meanwhile();
  client.send(body.slice(1));
  const answer = await client.answer();
  client.leave();
  return answer;
}

const codeOf = ({ body }: RawAnswer): unknown => (body.startsWith('{') ? JSON.parse(body).error?.code : undefined);

/** The response to the body after a loss; the database must be as the loss left it. */
async function refusedAcross(route: Route, lose: () => unknown): Promise<readonly unknown[]> {
  await begin();
  let left = '';
  const answer = await askAcross(route, async () => {
    await lose();
    left = await everything();
  });
  assert.equal(await everything(), left, `${nameOf(route)} changes nothing`);
  return [answer.status, codeOf(answer)];
}

const removed = () => write(sql`delete from members where user_id = ${id}`);
const dismissed = () => write(sql`delete from operators where user_id = ${id}`);
const signedOut = () => {
  bench.signOut(id);
};
const inRole = (role: string) => write(sql`update members set role = ${role} where user_id = ${id}`);
const asOperator = (role: OperatorRole) => write(sql`update operators set role = ${role} where user_id = ${id}`);

async function letThrough(route: Route): Promise<RawAnswer> {
  await begin();
  return askAcross(route, () => undefined);
}

describe('a right that is lost between head and body of a request', () => {
  const ofPeople = (): readonly Route[] =>
    changing('/api/console/').filter(({ who }) => who !== undefined && who !== 'everybody');
  const ofMembers = (): readonly Route[] => ofPeople().filter(({ who }) => who !== 'signed-in');

  test('is held by the member and the operator of these tests: every route lets them through as far as that goes', async () => {
    assert.ok(ofMembers().length > 40 && changing('/api/admin/').length > 60, 'the walk sees the routes');
    for (const route of [...ofPeople(), ...changing('/api/admin/')]) {
      let answer = await letThrough(route);
      if (answer.status === 415) {
        types.set(nameOf(route), 'application/pdf');
        answer = await letThrough(route);
      }
      assert.ok(
        answer.status < 500 && !['not_signed_in', 'not_permitted', 'unsupported_media_type'].includes(String(codeOf(answer))),
        nameOf(route),
      );
    }
  });

  test('changes nothing in the console once the person is removed, by any route', async () => {
    for (const route of ofMembers()) assert.deepEqual(await refusedAcross(route, removed), [404, 'not_found'], nameOf(route));
  });

  test('changes nothing in the console once the role is taken away, by any route', async () => {
    for (const route of ofMembers()) {
      const without = memberRoles.find((role) => !hasRight(route.who as AccountRight, role, false));
      if (without === undefined) continue;
      assert.deepEqual(await refusedAcross(route, () => inRole(without)), [403, 'not_permitted'], nameOf(route));
    }
  });

  test('changes nothing in the console once the sign-in is ended, by any route', async () => {
    for (const route of ofPeople())
      assert.deepEqual(await refusedAcross(route, signedOut), [401, 'not_signed_in'], nameOf(route));
  });

  test('changes nothing as an operator once dismissed or signed out, by any route', async () => {
    for (const route of changing('/api/admin/')) {
      assert.deepEqual(await refusedAcross(route, dismissed), [401, 'not_signed_in'], nameOf(route));
      assert.deepEqual(await refusedAcross(route, signedOut), [401, 'not_signed_in'], nameOf(route));
    }
  });

  test('changes nothing as an operator once the role is taken away, by any route', async () => {
    for (const route of changing('/api/admin/')) {
      const allowed = route.operators ?? ['administrator'];
      const without = operatorRoles.find((role) => !allowed.includes(role));
      if (without === undefined) continue;
      assert.deepEqual(await refusedAcross(route, () => asOperator(without)), [403, 'not_permitted'], nameOf(route));
    }
  });
});

describe('a change that waits for its turn', () => {
  const keys = (): string => `/api/console/accounts/${account}/keys`;
  const losses: readonly (readonly [string, () => unknown, number])[] = [
    ['the person is removed', removed, 404],
    ['the person may not do it any more', () => inRole('finance'), 403],
    ['the person may do it in another role', () => inRole('developer'), 409],
    ['the sign-in is ended', signedOut, 401],
  ];
  for (const [what, lose, status] of losses) {
    test(`is not made when meanwhile ${what}`, async () => {
      const { changeQueue } = bench.control;
      const turn = Promise.withResolvers<undefined>();
      const before = changeQueue.run(() => turn.promise);
      let isQueued = false;
      const run = changeQueue.run.bind(changeQueue);
      changeQueue.run = (change) => {
        isQueued = true;
        return run(change);
      };
      const asked = askAcross({ method: 'POST', url: keys(), changesCatalogue: false }, () => undefined, '{"remark":"mine"}');
      await waitFor(() => isQueued, { what: 'the change stands in the queue' });
      changeQueue.run = run;
      await lose();
      const left = await everything();
      turn.resolve(undefined);
      await before;
      const answer = await asked;
      assert.equal(answer.status, status, answer.body);
      assert.equal(await everything(), left);
    });
  }
});

describe('a stream of messages', () => {
  let ordinal = 0;
  /** A message to the account, and the poll that finds it. */
  async function tell(text: string): Promise<void> {
    ordinal += 1;
    const { clock, stores } = bench;
    const window = `w${String(ordinal)}`;
    await stores.notices.add([
      { accountId: account, keyId: '', window, kind: 'cap_80', arming: ordinal, text, atMs: clock.nowMs() },
    ]);
    clock.advance(1000);
  }

  for (const [what, lose] of [
    ['the person is removed', removed],
    ['the sign-in is ended', signedOut],
  ] as const) {
    test(`shows nothing more, and ends, once ${what}`, async () => {
      const client = await RawClient.open(Number(new URL(bench.url).port));
      client.send(
        `GET /api/console/accounts/${account}/notices/stream HTTP/1.1\r\nhost: ${new URL(bench.url).host}\r\nx-test-person: ${id}\r\n\r\n`,
      );
      await client.until((text) => text.includes('retry:'), 'the stream begins');
      await tell('for members');
      await client.until((text) => text.includes('for members'), 'the first message');
      await lose();
      await tell('after the end');
      await client.until((text) => text.endsWith('\r\n0\r\n\r\n'), 'the end of the stream');
      assert.ok(!client.received.includes('after the end'));
      client.leave();
    });
  }
});
