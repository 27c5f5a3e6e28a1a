/** Goal: an account's figures are read again exactly as often as the other nodes make it necessary. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenConnectionDefaults as rules } from '@tollgate/contract/tenants/broken-connections';
import { nanoPerCny } from '@tollgate/contract/money';
import type { StoredCharge, Taking } from './account-takings.ts';
import { createBrokenConnections, type EndedCall, type TakingsStore } from './broken-connections.ts';
import { hourOf } from './rolling-sum.ts';

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 10, 22, 4);
const caller = { accountId: 'acc_a', keyId: 'key_a', rules };

/** The database's figures, which the test sets like another node. */
class Books implements TakingsStore {
  /** Runs while the database is read. */
  meanwhile: () => void = () => undefined;
  readonly taken: Taking[] = [];
  readonly charged: StoredCharge[] = [];
  takingsRead = 0;
  chargesRead = 0;

  takings(): Promise<readonly Taking[]> {
    this.takingsRead += 1;
    this.meanwhile();
    return Promise.resolve([...this.taken]);
  }

  charges(): Promise<readonly StoredCharge[]> {
    this.chargesRead += 1;
    return Promise.resolve([...this.charged]);
  }

  take(cny: bigint, kind: Taking['kind'] = 'taken', hoursLater = 0): void {
    this.taken.push({ keyId: 'key_a', hour: hourOf(startMs) + hoursLater, kind, amount: cny * nanoPerCny });
  }

  charge(cny: bigint, keyId: string | null = 'key_a'): void {
    this.charged.push({ keyId, hour: hourOf(startMs), amount: cny * nanoPerCny });
  }
}

function world(nodes: number) {
  const books = new Books();
  return { books, connections: createBrokenConnections({ store: books, nodes: () => nodes }) };
}

function ended(more: Partial<EndedCall>): EndedCall {
  return { ...caller, callId: 'c', reserved: 0n, charged: 0n, taken: 0n, leftEarly: false, atMs: startMs, ...more };
}

test('of an account that took nothing other nodes are asked every ten seconds, and nobody waits for it', async () => {
  const { books, connections } = world(2);
  assert.deepEqual(await connections.judge(caller, startMs), { allowed: true, slowed: false, heldMax: rules.accountAmount });
  assert.equal(books.takingsRead, 1);
  for (const laterMs of [1, 5_000, 9_999]) {
    assert.ok(!(connections.judge(caller, startMs + laterMs) instanceof Promise));
    assert.equal(books.takingsRead, 1, String(laterMs));
  }
  books.take(100n);
  assert.ok(!(connections.judge(caller, startMs + 10_000) instanceof Promise), 'what is known is the answer');
  assert.equal(books.takingsRead, 2);
  assert.equal(books.chargesRead, 0, 'what was charged matters to those who took something');
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal((await connections.judge(caller, startMs + 10_001)).allowed, false, 'and what was read is the next one');
});

test('a single node knows its own reports, and reads once', async () => {
  const { books, connections } = world(1);
  for (const laterMs of [0, 20_000, 3_000_000]) await connections.judge(caller, startMs + laterMs);
  assert.equal(books.takingsRead, 1);
});

test('nobody is refused on what is older than a second, or without what was charged', async () => {
  const { books, connections } = world(2);
  books.take(11n);
  assert.equal((await connections.judge(caller, startMs)).allowed, false);
  assert.equal(books.chargesRead, 1);
  assert.ok(!(connections.judge(caller, startMs + 999) instanceof Promise));
  books.charge(1_000n);
  books.charge(1_000n, null);
  const again = connections.judge(caller, startMs + 1_000);
  assert.ok(again instanceof Promise);
  assert.deepEqual([(await again).allowed, books.chargesRead], [true, 2]);
});

test('a key is slowed on what is known now, too', async () => {
  const { books, connections } = world(2);
  books.take(2n);
  const slowed = await connections.judge(caller, startMs);
  assert.ok(slowed.allowed && slowed.slowed);
  assert.equal(books.chargesRead, 1);
  books.charge(100n);
  const after = connections.judge(caller, startMs + 1_000);
  assert.ok(after instanceof Promise);
  const verdict = await after;
  assert.ok(verdict.allowed && !verdict.slowed);
});

test('a refreshed account is read, unless nothing newer can be known', async () => {
  const { books, connections } = world(2);
  assert.equal(await connections.refresh('acc_a', startMs), true);
  assert.deepEqual([books.takingsRead, books.chargesRead], [1, 1]);
  assert.equal(await connections.refresh('acc_a', startMs + 999), false);
  assert.equal(books.takingsRead, 1);
  assert.equal(await connections.refresh('acc_a', startMs + 1_000), true);
  assert.equal(books.takingsRead, 2);
  const calm = world(1);
  await calm.connections.judge(caller, startMs);
  assert.equal(await calm.connections.refresh('acc_a', startMs), true, 'what was charged is not known yet');
  assert.equal(calm.books.chargesRead, 1);
  assert.equal(await calm.connections.refresh('acc_a', startMs + 3_000_000), false);
});

test('what turns out later to have been taken counts at once, once, and also for an account that nobody has asked about', async () => {
  const later = { accountId: 'acc_a', keyId: 'key_a', leftEarly: true, atMs: startMs };
  const { connections } = world(1);
  await connections.judge(caller, startMs);
  connections.took({ ...later, callId: 'one', taken: 20n * nanoPerCny });
  connections.took({ ...later, callId: 'none', taken: 0n });
  assert.equal((await connections.judge(caller, startMs)).allowed, true);
  connections.took({ ...later, callId: 'two', taken: 11n * nanoPerCny });
  assert.equal((await connections.judge(caller, startMs)).allowed, false);
  assert.equal((await connections.figures(caller, startMs)).leftEarlyDay, 31n * nanoPerCny);
  const unknown = world(1);
  unknown.connections.took({ ...later, callId: 'one', taken: 31n * nanoPerCny });
  assert.equal((await unknown.connections.judge(caller, startMs)).allowed, false);
  assert.equal((await unknown.connections.figures(caller, startMs)).leftEarlyDay, 31n * nanoPerCny);
});

test('the operator sees what is left, and until when there is nothing', async () => {
  const { books, connections } = world(2);
  const see = (laterMs: number) => connections.figures(caller, startMs + laterMs);
  assert.deepEqual([(await see(0)).room, (await see(0)).refusedUntilMs], [rules.accountAmount, null]);
  books.take(10n);
  const used = await see(2_000);
  assert.deepEqual([used.takenDay, used.room, used.refusedUntilMs], [10n * nanoPerCny, 0n, null], 'all of it, and not more');
  assert.deepEqual(used.slowedKeys, ['key_a']);
  books.take(1n);
  const refused = await see(4_000);
  assert.equal(refused.room, 0n);
  assert.ok(refused.refusedUntilMs !== null && refused.refusedUntilMs > startMs);
  const early = world(1);
  early.books.take(31n, 'left_early');
  const left = await early.connections.figures(caller, startMs);
  assert.deepEqual([left.leftEarlyDay, left.takenDay, left.room], [31n * nanoPerCny, 0n, 0n]);
  assert.notEqual(left.refusedUntilMs, null);
});

test('what all keys were charged counts for 30 days and the account; what one key was, for its day', async () => {
  const { books, connections } = world(1);
  books.take(20n);
  books.charge(200n, null);
  assert.equal((await connections.figures(caller, startMs)).room, 0n, 'the day knows of no charge');
  const day = world(1);
  day.books.take(20n);
  day.books.charge(200n);
  const { room, refusedUntilMs, slowedKeys } = await day.connections.figures(caller, startMs);
  assert.deepEqual([room, refusedUntilMs === null, slowedKeys], [0n, false, []], 'the month knows of none');
});

test('of two calls in flight one stays set aside when the other ends', async () => {
  const { connections } = world(1);
  await connections.judge(caller, startMs);
  connections.begun('key_a', nanoPerCny / 2n);
  connections.begun('key_a', nanoPerCny / 2n);
  await connections.ended(ended({ reserved: nanoPerCny / 2n, taken: (nanoPerCny * 3n) / 4n }));
  const one = await connections.judge(caller, startMs);
  assert.ok(one.allowed && one.slowed, 'what was taken and what is in flight are more than 1 CNY');
  await connections.ended(ended({ reserved: nanoPerCny / 2n, charged: 1n, callId: 'd' }));
  const none = await connections.judge(caller, startMs);
  assert.ok(none.allowed && !none.slowed);
});

test('a bound that is reached is not passed', async () => {
  const { books, connections } = world(1);
  books.take(1n);
  assert.deepEqual((await connections.figures(caller, startMs)).slowedKeys, []);
  const early = world(1);
  early.books.take(30n, 'left_early');
  const { room, refusedUntilMs } = await early.connections.figures(caller, startMs);
  assert.deepEqual([room, refusedUntilMs], [0n, null], 'nothing may be in flight, and nothing is refused');
  const whole = world(1);
  await whole.connections.judge(caller, startMs);
  assert.deepEqual(await whole.connections.ended(ended({ taken: rules.accountAmount })), ['key']);
  assert.deepEqual(await whole.connections.ended(ended({ taken: 1n, callId: 'd' })), ['account']);
});

test('the time that a refused account gets is the first hour with room', async () => {
  const firstHour = hourOf(startMs);
  const { books, connections } = world(1);
  books.take(11n);
  const { refusedUntilMs } = await connections.figures(caller, startMs + hourMs);
  assert.equal(refusedUntilMs, (firstHour + 30 * 24 + 1) * hourMs);
  const twice = world(1);
  twice.books.take(5n);
  twice.books.take(10n, 'taken', 2);
  const { refusedUntilMs: untilMs } = await twice.connections.figures(caller, startMs + 2 * hourMs);
  assert.equal(untilMs, (firstHour + 30 * 24 + 1) * hourMs, 'what is left then is as much as is allowed');
});

test('calls in flight of a key that took nothing are not held against it', async () => {
  const { books, connections } = world(1);
  books.charge(1n);
  await connections.refresh('acc_a', startMs);
  connections.begun('key_a', 5n * nanoPerCny);
  const verdict = await connections.judge(caller, startMs);
  assert.ok(verdict.allowed && !verdict.slowed);
});

test('all who ask at once share one read, and who needs what was charged gets it', async () => {
  const { books, connections } = world(2);
  await Promise.all([connections.judge(caller, startMs), connections.judge(caller, startMs), connections.judge(caller, startMs)]);
  assert.deepEqual([books.takingsRead, books.chargesRead], [1, 0]);
  const both = world(2);
  await Promise.all([both.connections.judge(caller, startMs), both.connections.refresh('acc_a', startMs)]);
  assert.deepEqual([both.books.takingsRead, both.books.chargesRead], [2, 1]);
  const more = world(2);
  await Promise.all([more.connections.refresh('acc_a', startMs), more.connections.refresh('acc_a', startMs)]);
  await Promise.all([more.connections.refresh('acc_a', startMs + 5_000), more.connections.judge(caller, startMs + 5_000)]);
  assert.deepEqual([more.books.takingsRead, more.books.chargesRead], [2, 2]);
});

test('a read during which something is taken is made again, three times at most', async () => {
  for (const [changes, reads] of [
    [0, 1],
    [1, 2],
    [2, 3],
    [9, 3],
  ] as const) {
    const { books, connections } = world(1);
    let left: number = changes;
    books.meanwhile = () => {
      left -= 1;
      if (left >= 0) void connections.ended(ended({ callId: String(left), taken: 1n }));
    };
    await connections.refresh('acc_a', startMs);
    assert.equal(books.takingsRead, reads, `${String(changes)} changes`);
    assert.equal((await connections.figures(caller, startMs)).takenDay, BigInt(Math.min(changes, 3)), 'none is missed');
  }
});

test('of more accounts than are remembered those read longest ago are forgotten', async () => {
  const { connections } = world(1);
  const of = (place: number) => ({ ...caller, accountId: `acc_${String(place)}` });
  for (let place = 0; place < 20_000; place += 1) await connections.judge(of(place), startMs);
  await connections.refresh('acc_0', startMs);
  await connections.judge(of(20_000), startMs);
  assert.ok(!(connections.judge(of(0), startMs) instanceof Promise), 'read a moment ago');
  assert.ok(!(connections.judge(of(2), startMs) instanceof Promise));
  assert.ok(connections.judge(of(1), startMs) instanceof Promise, 'the oldest one');
});
