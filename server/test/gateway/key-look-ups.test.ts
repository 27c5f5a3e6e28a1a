/** Goal: guessed keys never keep the database busy, at any rate and in any format. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeKeyValue } from '../../src/domain/tenants/key-value.ts';
import { createIds } from '../../src/platform/ids.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { postBytes, RawClient } from './raw-client.ts';

const attemptsPerMinute = 60;
/** Shared budget of all addresses that have used up their attempts. */
const sharedPerSecond = 20;
const guessesPerSecond = 300;

let fixture: Fixture;
let client: RawClient;
let lookUps = 0;
before(async () => {
  const env = { TOLLGATE_FAILED_ATTEMPTS_PER_MINUTE: String(attemptsPerMinute), TOLLGATE_TRUSTED_PROXIES: '127.0.0.1' };
  fixture = await startFixture({ env });
  client = await RawClient.open(fixture.port);
  const { directory } = fixture.service.storage.stores;
  const find = directory.findKeyByHash.bind(directory);
  Object.assign(directory, {
    findKeyByHash(hash: Buffer) {
      lookUps += 1;
      return find(hash);
    },
  });
});
after(async () => {
  client.leave();
  await fixture.closeSettled();
});

const ids = createIds(new VirtualClock());

/** Guesses within one second of the clock, from the addresses in turn; returns how many reached the database. */
async function guess(addresses: readonly string[], count: number): Promise<number> {
  const asked = lookUps;
  for (let made = 0; made < count; made += 1) {
    const headers = { 'x-forwarded-for': addresses[made % addresses.length] ?? '' };
    client.forget();
    client.send(postBytes({}, { key: makeKeyValue(ids), headers }));
    const { status } = await client.answer();
    assert.ok(status === 401 || status === 429, String(status));
  }
  await fixture.service.storage.books.flush();
  fixture.clock.advance(1_000);
  return lookUps - asked;
}

test('beyond its attempts an address is looked up for no more than a few times a second, shared with all like it', async (t) => {
  const addresses = ['203.0.113.5', '203.0.113.6', '2001:db8::1'];
  const first = await guess(addresses, guessesPerSecond);
  const free = addresses.length * attemptsPerMinute;
  assert.ok(first >= free, 'up to its attempts every address is looked up for');
  assert.ok(first <= free + sharedPerSecond, `${String(first)} look-ups in the first second`);
  for (let second = 2; second <= 5; second += 1) {
    const more = await guess(addresses, guessesPerSecond);
    assert.ok(more <= sharedPerSecond, `${String(more)} look-ups in second ${String(second)}`);
  }
  t.diagnostic(`${String(5 * guessesPerSecond)} guesses, ${String(lookUps)} look-ups`);
});
