/** Goal: every refused call of a known key is in the log, and no key can fill the disk with them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { CallRecord } from '../../src/domain/books/call-record.ts';
import { RefusedCalls } from '../../src/domain/books/refused-calls.ts';
import { createIds } from '../../src/platform/ids.ts';
import { batchFromText, batchToText } from '../../src/books/batch.ts';
import { testSeed } from '../proofs/seed.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { sampleRecord } from './sample-books.ts';

const minuteMs = 60_000;
const rowsPerMinuteMax = 1000;
const rowsPerDayMax = 1_000_000;
const codes = ['rate_limit_exceeded', 'model_not_found', 'invalid_json'] as const;

const sequence = fc.array(
  fc.record({
    keyId: fc.constantFrom('key_one', 'key_two'),
    errorCode: fc.constantFrom(...codes),
    model: fc.constantFrom('chat-small', 'chat-large', null),
    times: fc.constantFrom(1, 2, 599, 600, 601, 2500),
    thenMs: fc.constantFrom(0, 1, 999, 59_999, 60_000, 200_000),
    jumpMs: fc.constantFrom<number>(0, 0, 0, -90_000, 90_000),
  }),
  { minLength: 1, maxLength: 25 },
);

type Step = typeof sequence extends fc.Arbitrary<readonly (infer One)[]> ? One : never;

/** The rows after a random sequence of refusals. */
function rowsOf(steps: readonly Step[], requestsPerMinute: number | null) {
  const clock = new VirtualClock();
  const ids = createIds(clock);
  const rows: CallRecord[] = [];
  let refused = 0;
  const calls = new RefusedCalls({ clock, books: { close: (record) => rows.push(record) }, rowsPerMinuteMax, rowsPerDayMax });
  for (const { times, thenMs, jumpMs, ...given } of steps) {
    for (let call = 0; call < times; call += 1) {
      const free = { status: 429, charge: 0n, upstreamCost: 0n, ending: 'refused' } as const;
      calls.take(sampleRecord(ids, clock.nowMs(), { ...free, ...given }), requestsPerMinute);
      refused += 1;
    }
    clock.advance(thenMs);
    clock.jumpWall(jumpMs);
  }
  calls.close();
  return { rows, refused, timersLeft: clock.timers };
}

describe('refused calls', () => {
  test('whatever is refused, the counts of the rows add up to the calls, and no model gets a call that did not name it', () => {
    fc.assert(
      fc.property(sequence, fc.constantFrom(0, 60, 400, null), (steps, requestsPerMinute) => {
        const { rows, refused, timersLeft } = rowsOf(steps, requestsPerMinute);
        assert.equal(
          rows.reduce((sum, { count }) => sum + count, 0),
          refused,
        );
        assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length, 'each row has an id of its own');
        assert.equal(timersLeft, 0, 'nothing is left behind');
        for (const model of ['chat-small', 'chat-large']) {
          const named = steps.filter((step) => step.model === model).reduce((sum, { times }) => sum + times, 0);
          const logged = rows.filter((row) => row.model === model).reduce((sum, { count }) => sum + count, 0);
          assert.ok(logged <= named, `${String(logged)} calls of ${model} where ${String(named)} named it`);
        }
      }),
      { seed: testSeed, numRuns: 100 },
    );
  });

  test('in a minute of the clock a key gets rows up to twice the rate of its account, at least 600, and one more per code', () => {
    const steady = sequence.map((steps) => steps.map((step) => ({ ...step, jumpMs: 0 })));
    fc.assert(
      fc.property(steady, fc.constantFrom(0, 60, 400, 100_000, null), (steps, requestsPerMinute) => {
        const own = Math.min(rowsPerMinuteMax, Math.max(600, 2 * (requestsPerMinute ?? Infinity)));
        const perMinute = new Map<string, number>();
        for (const { keyId, requestTimeMs } of rowsOf(steps, requestsPerMinute).rows) {
          const name = `${keyId} ${String(Math.floor(requestTimeMs / minuteMs))}`;
          perMinute.set(name, (perMinute.get(name) ?? 0) + 1);
        }
        for (const [name, rows] of perMinute) assert.ok(rows <= own + codes.length, `${name}: ${String(rows)} rows`);
      }),
      { seed: testSeed, numRuns: 100 },
    );
  });

  test('counted calls are written when the minute is over, without another call', () => {
    const clock = new VirtualClock();
    const rows: CallRecord[] = [];
    const calls = new RefusedCalls({
      clock,
      books: { close: (record) => rows.push(record) },
      rowsPerMinuteMax: 1,
      rowsPerDayMax,
    });
    const ids = createIds(clock);
    for (let call = 0; call < 10; call += 1) calls.take(sampleRecord(ids, clock.nowMs()), null);
    assert.equal(rows.length, 1);
    clock.advance(minuteMs);
    assert.deepEqual(
      rows.map(({ count }) => count),
      [1, 9],
    );
  });

  test('however many keys it has, an account gets so many rows in a day, and then one per code and hour', () => {
    const clock = new VirtualClock();
    const ids = createIds(clock);
    const rows: CallRecord[] = [];
    const books = { close: (record: CallRecord) => rows.push(record) };
    const calls = new RefusedCalls({ clock, books, rowsPerMinuteMax: 50, rowsPerDayMax: 200 });
    const codesUsed = codes.slice(0, 2);
    let taken = 0;
    const hours = 4;
    const refuse = (accountId: string, keys: number): void => {
      for (let key = 0; key < keys; key += 1)
        for (const errorCode of codesUsed) {
          const who = { accountId, keyId: `${accountId}_${String(key)}`, status: 429, charge: 0n, ending: 'refused' } as const;
          for (let call = 0; call < 60; call += 1) calls.take(sampleRecord(ids, clock.nowMs(), { ...who, errorCode }), 60);
          taken += 60;
        }
    };
    for (let minute = 0; minute < hours * 60; minute += 1) {
      refuse('acc_full', 10);
      clock.advance(minuteMs);
    }
    refuse('acc_other', 1);
    calls.close();
    const [full, other] = ['acc_full', 'acc_other'].map((id) => rows.filter(({ accountId }) => accountId === id));
    assert.ok((full?.length ?? 0) <= 200 + codesUsed.length * (hours + 1), `${String(full?.length)} rows`);
    assert.equal(other?.filter(({ count }) => count === 1).length, 50, 'no other account is short of rows for it');
    assert.equal(
      rows.reduce((sum, { count }) => sum + count, 0),
      taken,
      'none is lost',
    );
    assert.equal(clock.timers, 0);
    clock.advance(24 * 60 * minuteMs);
    refuse('acc_full', 1);
    assert.equal(rows.at(-1)?.count, 1, 'the next day it gets rows again');
    calls.close();
  });

  test('a frame of the spill file from before rows had counts is read as single calls', () => {
    const record = sampleRecord(createIds(new VirtualClock()), 1, { count: 7 });
    const text = batchToText({ closed: [{ record, notices: [] }], opened: [], strays: [] }, 'inc_now');
    assert.deepEqual(batchFromText(text).batch.closed[0]?.record, record);
    const old = text.replace(',"count":7', '');
    assert.notEqual(old, text);
    assert.deepEqual(batchFromText(old).batch.closed[0]?.record, { ...record, count: 1 });
  });
});
