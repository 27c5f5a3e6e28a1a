import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { VirtualClock } from '../../test/virtual-clock.ts';
import { siteOf } from '../domain/limits/ip-address.ts';
import { QueueFull, SignInQueue, type LaneName } from './sign-in-queue.ts';
import { signedToken } from './signed-token.ts';

/** Lets settled promises continue. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A queue whose work ends when the test says so. */
function world() {
  const clock = new VirtualClock();
  const line = new SignInQueue(clock);
  const running: { readonly name: string; readonly end: (error?: Error) => void }[] = [];
  const begun: string[] = [];
  const refused: string[] = [];
  const failed: string[] = [];
  function ask(lane: LaneName, key: string, name = key): void {
    const work = () => {
      const done = Promise.withResolvers<undefined>();
      begun.push(name);
      const entry = {
        name,
        end(error?: Error) {
          running.splice(running.indexOf(entry), 1);
          if (error === undefined) done.resolve(undefined);
          else done.reject(error);
        },
      };
      running.push(entry);
      return done.promise;
    };
    line.run({ lane, key }, work).catch((error: unknown) => {
      (error instanceof QueueFull ? refused : failed).push(name);
    });
  }
  async function end(name: string, error?: Error): Promise<void> {
    running.find((each) => each.name === name)?.end(error);
    await settle();
  }
  return { clock, ask, end, begun, refused, failed, running: () => running.map(({ name }) => name) };
}

test('of strangers two are served at once, of one address sixteen wait, of all sixty-four; further ones are refused at once', async () => {
  const { ask, running, refused } = world();
  for (let number = 0; number < 100; number += 1) ask('stranger', 'one', `one ${String(number)}`);
  await settle();
  assert.deepEqual(running(), ['one 0', 'one 1']);
  assert.equal(refused.length, 100 - 2 - 16);
  for (let number = 0; number < 100; number += 1) ask('stranger', `other ${String(number)}`);
  await settle();
  assert.equal(running().length, 2);
  assert.equal(refused.length, 82 + 100 - (64 - 16));
});

test('strangers take turns by address, so one that asks without end delays another by no more than what runs', async () => {
  const { ask, end, begun, running } = world();
  for (let number = 0; number < 16; number += 1) ask('stranger', 'flood', `flood ${String(number)}`);
  ask('stranger', 'newcomer');
  await settle();
  await end('flood 0');
  await end('flood 1');
  assert.ok(begun.includes('newcomer'), begun.join(', '));
  assert.equal(running().length, 2);
});

test('a full line makes room for an address that has less waiting, at the cost of one that has most, and for nobody else', async () => {
  const { ask, end, begun, refused, running } = world();
  for (let number = 0; number < 66; number += 1)
    ask('stranger', `flood ${String(number % 8)}`, `flood ${String(number % 8)}/${String(number)}`);
  await settle();
  assert.equal(refused.length, 0, 'two run, sixty-four wait: the line is full');
  ask('stranger', 'newcomer', 'newcomer');
  await settle();
  assert.equal(refused.length, 1);
  assert.match(refused.join(), /^flood \d\/\d+$/);
  ask('stranger', 'flood 7', 'flood 7 more');
  await settle();
  assert.equal(refused[1], 'flood 7 more', 'a client with as many places as any other gets no further one');
  for (let number = 0; number < 9; number += 1) await end(running()[0] ?? '');
  assert.ok(begun.includes('newcomer'), begun.join(', '));
  for (let number = 0; number < 70; number += 1) await end(running()[0] ?? '');
  assert.equal(begun.length, 66, 'all but the refused are served, and each once');
  for (let number = 0; number < 66; number += 1) ask('stranger', `later ${String(number)}`);
  await settle();
  assert.equal(refused.length, 2, 'no place was lost');
});

test('a home that has 256 networks of IPv6 is one asker, and keeps out nobody else', async () => {
  const { ask, end, begun, running, refused } = world();
  for (let number = 0; number < 256; number += 1)
    ask('stranger', siteOf(`2001:db8:7:${(0xab00 + number).toString(16)}::1`), 'home');
  for (const address of ['2001:db8:8::1', '192.0.2.1', '192.0.2.2']) ask('stranger', siteOf(address), address);
  await settle();
  assert.equal(refused.length, 256 - 2 - 16);
  for (let number = 0; number < 6; number += 1) await end(running()[0] ?? '');
  assert.deepEqual(
    begun.filter((name) => name !== 'home'),
    ['2001:db8:8::1', '192.0.2.1', '192.0.2.2'],
  );
});

test('people who are signed in begin at once, however many strangers wait, and while they are served one stranger begins in 50 ms', async () => {
  const { clock, ask, end, begun, running } = world();
  for (let number = 0; number < 16; number += 1) ask('stranger', 'flood', `flood ${String(number)}`);
  for (let number = 0; number < 20; number += 1) ask('person', `person ${String(number)}`);
  await settle();
  assert.equal(running().length, 22, 'nobody who is signed in waits');
  await end('flood 0');
  await end('flood 1');
  assert.equal(begun.filter((name) => name.startsWith('flood')).length, 2, 'not before its time');
  clock.advance(50);
  await settle();
  assert.equal(begun.filter((name) => name.startsWith('flood')).length, 3);
  clock.advance(49);
  await settle();
  assert.equal(begun.filter((name) => name.startsWith('flood')).length, 3);
  clock.advance(1);
  await settle();
  assert.equal(begun.filter((name) => name.startsWith('flood')).length, 4, 'and never less');
  for (let number = 0; number < 20; number += 1) await end(`person ${String(number)}`);
  await end('flood 2');
  assert.equal(begun.filter((name) => name.startsWith('flood')).length, 5, 'nobody is served: the next at once');
});

test('one sign-in that asks without end delays no other', async () => {
  const { ask, running, refused } = world();
  for (let number = 0; number < 100; number += 1) ask('person', 'busy', `busy ${String(number)}`);
  ask('person', 'calm');
  await settle();
  assert.equal(running().length, 9);
  assert.ok(running().includes('calm'));
  assert.equal(refused.length, 100 - 8 - 64);
});

test('who waits for somebody outside holds up nobody at the doors', async () => {
  const { ask, running } = world();
  for (let number = 0; number < 40; number += 1) ask('outside', `browser ${String(number)}`);
  ask('stranger', 'somebody');
  await settle();
  assert.equal(running().length, 9);
  assert.ok(running().includes('somebody'));
});

test('failed work frees its place like any other work', async () => {
  const { ask, end, running, failed } = world();
  for (let number = 0; number < 6; number += 1) ask('stranger', 'one', `one ${String(number)}`);
  await settle();
  await end('one 0', new Error('no'));
  await end('one 1', new Error('no'));
  assert.deepEqual(running(), ['one 2', 'one 3']);
  assert.deepEqual(failed, ['one 0', 'one 1']);
});

test('only a cookie that was signed here names a sign-in', () => {
  const secret = 'the secret of these tests';
  const sign = (token: string, own = secret) =>
    encodeURIComponent(`${token}.${createHmac('sha256', own).update(token).digest('base64')}`);
  const read = (cookie: string) => signedToken(cookie, 'tollgate', secret);
  assert.equal(read(`a=b; tollgate=${sign('token')}; tollgate-device=x`), 'token');
  const others = [
    ...['', 'tollgate', 'tollgate=', 'tollgate=token', 'tollgate=token.', 'tollgate=.', 'tollgate=%', 'tollgate=%ff'],
    ...[`tollgate=${sign('token', 'another secret')}`, `tollgate=${sign('token').replace('token', 'other')}`],
    ...[`tollgate2=${sign('token')}`, `x-tollgate=${sign('token')}`, `tollgate=${sign('t'.repeat(600))}`, `tollgate=${sign('')}`],
  ];
  for (const cookie of others) assert.equal(read(cookie), null, cookie);
});

test('a full line makes no room for who already has as much waiting as anybody', async () => {
  const { ask, refused } = world();
  for (let number = 0; number < 2; number += 1) ask('stranger', `first ${String(number)}`);
  for (let number = 0; number < 31; number += 1)
    for (let times = 0; times < 2; times += 1) ask('stranger', `two ${String(number)}`);
  for (const key of ['one', 'other']) ask('stranger', key);
  await settle();
  assert.deepEqual(refused, []);
  ask('stranger', 'one', 'one more');
  await settle();
  assert.deepEqual(refused, ['one more']);
});

test('one sign-in has eight served at once, also after some of them have ended', async () => {
  const { ask, end, running } = world();
  for (let number = 0; number < 20; number += 1) ask('person', 'one', String(number));
  await settle();
  for (let ended = 0; ended < 5; ended += 1) {
    assert.equal(running().length, 8);
    await end(running()[0] ?? '');
  }
  assert.equal(running().length, 8);
});

test('while a person is served those of both kinds who wait begin one by one, and where nobody waits nothing is timed', async () => {
  const { clock, ask, begun } = world();
  let timed = 0;
  const after = clock.after.bind(clock);
  clock.after = (...given) => {
    timed += 1;
    return after(...given);
  };
  ask('person', 'one', 'person');
  await settle();
  assert.equal(timed, 0);
  for (const number of [1, 2]) ask('stranger', 'home', `stranger ${String(number)}`);
  ask('outside', 'home', 'outside');
  await settle();
  assert.deepEqual(begun, ['person', 'stranger 1']);
  for (const name of ['stranger 2', 'outside']) {
    clock.advance(50);
    await settle();
    assert.equal(begun.at(-1), name);
  }
  const before = timed;
  clock.advance(500);
  await settle();
  assert.equal(timed, before);
});

test('a cookie of a sign-in has at most 512 characters', () => {
  const secret = 'a secret';
  const cookie = (length: number): string => {
    const signature = (token: string) => encodeURIComponent(createHmac('sha256', secret).update(token).digest('base64'));
    // The time of a signature check depends on its characters.
    for (let more = 400; more < 520; more += 1) {
      const token = 'x'.repeat(more);
      const made = `tollgate=${token}.${signature(token)}`;
      if (made.length === length) return made;
    }
    throw new Error('no such cookie');
  };
  assert.notEqual(signedToken(cookie(512), 'tollgate', secret), null);
  assert.equal(signedToken(cookie(513), 'tollgate', secret), null);
});
