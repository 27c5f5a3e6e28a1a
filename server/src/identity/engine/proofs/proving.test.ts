import assert from 'node:assert/strict';
import { test } from 'node:test';
import { provingCalls } from './proving.ts';

const minuteMs = 60_000;

interface Given {
  readonly hash?: string | null;
  readonly password?: string;
  readonly sessionAgeMs?: number;
  readonly sessionId?: string;
  readonly isAllowed?: boolean;
}

/** The result of the proof for a person with these accounts and one sign-in, and how often attempts were counted. */
async function proved({ hash = null, password, sessionAgeMs = 0, sessionId = 'this', isAllowed = true }: Given) {
  const counted: unknown[] = [];
  const take = (name: string, bound: object) => {
    counted.push([name, bound]);
    return Promise.resolve({ allowed: isAllowed });
  };
  const internalAdapter = {
    findAccounts: () =>
      Promise.resolve([
        { providerId: 'corp', password: 'of another kind' },
        { providerId: 'credential', password: hash },
      ]),
    listSessions: () => Promise.resolve([{ id: 'this', createdAt: new Date(Date.now() - sessionAgeMs) }]),
  };
  const verify = (of: { readonly hash: string; readonly password: string }) =>
    Promise.resolve(of.hash === `hash of ${of.password}`);
  const library = { inside: () => Promise.resolve({ internalAdapter, password: { verify } }) };
  const { proves } = provingCalls({ limits: { take } } as never, library as never);
  return { told: await proves({ personId: 'usr_1', sessionId, password } as never), counted };
}

test('a person with a password proves with it alone, however new their sign-in is', async () => {
  const hash = 'hash of right';
  assert.equal((await proved({ hash, password: 'right' })).told, 'proven');
  assert.equal((await proved({ hash, password: 'wrong' })).told, 'wrong');
  assert.equal((await proved({ hash })).told, 'wrong', 'no password is a wrong one');
});

test('ten tries in a quarter of an hour belong to the person; beyond them not even the right password proves', async () => {
  const { told, counted } = await proved({ hash: 'hash of right', password: 'right', isAllowed: false });
  assert.equal(told, 'too_many');
  assert.deepEqual(counted, [['proves:usr_1', { windowMs: 15 * minuteMs, max: 10 }]]);
});

test('a person without a password proves by a sign-in of the last ten minutes, and by this one only', async () => {
  assert.equal((await proved({ sessionAgeMs: 9 * minuteMs })).told, 'proven');
  assert.equal((await proved({ sessionAgeMs: 10 * minuteMs })).told, 'sign_in_again');
  assert.equal((await proved({ sessionAgeMs: 11 * minuteMs })).told, 'sign_in_again');
  assert.equal((await proved({ sessionId: 'another' })).told, 'sign_in_again', 'a new sign-in elsewhere proves nothing here');
  assert.deepEqual((await proved({})).counted, [], 'nothing is guessed, so nothing is counted');
});

test('a person who is forgotten leaves nothing that waits for them, and goes as a whole', async () => {
  const done: unknown[] = [];
  const where = (...given: unknown[]) => ({
    execute: () => {
      done.push(given);
      return Promise.resolve();
    },
  });
  const own = { deleteFrom: (table: string) => ({ where: (...given: unknown[]) => where(table, ...given) }) };
  const internalAdapter = {
    deleteUser: (id: string) => {
      done.push(id);
      return Promise.resolve();
    },
  };
  const library = { inside: () => Promise.resolve({ internalAdapter }) };
  await provingCalls({ own } as never, library as never).forget('usr_1');
  assert.deepEqual(done, [['verification', 'value', 'like', '%usr_1%'], 'usr_1']);
});
