/**
 * Goal: results are charged, and nothing else is. Method: the record of each kind of ending, at a price of 0.01 per second and 0.50 per
 * song.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { priceRequest } from '@tollgate/contract/catalogue/prices';
import { readPrice } from '../subjects/catalogue/prices/prices.ts';
import { cancelled, upstreamFailed } from './task-end.ts';
import { recordOf } from './task-record.ts';
import { findTaskRoute, routeIdOf } from './task-route.ts';
import { writeTerms } from './task-terms.ts';

const nano = (cny: number): bigint => BigInt(Math.round(cny * 1e9));
const priced = (body: object) => readPrice('price', priceRequest.parse(body), null);
const price = priced({ per_second: '0.01', rates: { song: '0.5' } });
const upstreamPrice = priced({ rates: { song: '0.1' } });
const terms = (multiplier = 1_000_000): string =>
  writeTerms({
    mark: { id: 'call_1', requestTimeMs: 1000, model: 'song', priceVersion: 'v1' } as never,
    multiplierPpm: String(multiplier),
    expected: { songs: 2, millisecondsEach: 30_000 },
    worstMillisecondsEach: 60_000,
  });

interface Given {
  readonly lengths?: readonly number[];
  readonly guessed?: boolean;
  readonly made?: object;
  readonly at?: object;
  readonly task?: object;
  readonly multiplier?: number;
}

function record({ lengths = [30_000], guessed = false, made = {}, at = {}, task = {}, multiplier }: Given = {}) {
  const songs = lengths.map((durationMs) => ({ durationMs, ...(guessed ? { isDurationGuessed: true } : {}) }));
  const whole = { terms: terms(multiplier), money: { amount: nano(1), strict: false }, routeId: 'r/k', ...task };
  const circumstances = { nowMs: 5000, price, cost: upstreamPrice, route: 'p/domestic', isOwnRoute: false, attempts: [], ...at };
  return recordOf(whole as never, { songs, failure: null, ...made } as never, circumstances);
}

const money = (given: Given) => {
  const { charge, uncollected, upstreamCost } = record(given);
  return [charge, uncollected, upstreamCost];
};

test('songs are charged for what they are, none of them for longer than it may be', () => {
  assert.deepEqual(money({}), [nano(0.8), 0n, nano(0.1)]);
  assert.deepEqual(money({ lengths: [30_000, 10_500] }), [nano(1.405), 0n, nano(0.2)]);
  assert.deepEqual(money({ lengths: [90_000] }), [nano(1.1), 0n, nano(0.1)]);
  assert.deepEqual(money({ multiplier: 500_000 }), [nano(0.4), 0n, nano(0.1)], 'the upstream is paid its list price');
  assert.deepEqual(record({ lengths: [30_000, 10_500] }).priced, { more: { song: 2, output_audio_ms: 40_500 } });
});

test('a strict task is charged no more than was set aside, and the rest is not collected', () => {
  const strict = (amount: bigint) => money({ task: { money: { amount, strict: true } } }).slice(0, 2);
  assert.deepEqual(strict(nano(0.5)), [nano(0.5), nano(0.3)]);
  assert.deepEqual(strict(nano(0.8)), [nano(0.8), 0n]);
  assert.deepEqual(money({ task: { money: { amount: nano(0.5), strict: false } } }).slice(0, 2), [nano(0.8), 0n]);
});

test('what failed is free, and so is what nobody has a price for', () => {
  const failure = upstreamFailed('it broke');
  const failed = record({ made: { failure } });
  assert.deepEqual([failed.charge, failed.uncollected, failed.upstreamCost, failed.priced], [0n, 0n, 0n, null]);
  assert.deepEqual(
    [failed.status, failed.ending, failed.errorCode, failed.error],
    [503, 'upstream_broke', 'upstream_unavailable', 'it broke'],
  );
  const { status, ending, errorCode, error } = record();
  assert.deepEqual([status, ending, errorCode, error], [200, 'complete', null, null]);
  assert.deepEqual(money({ at: { price: null, cost: null } }), [0n, 0n, 0n]);
});

test('of what an upstream made for nothing, what it was expected to be worth is not collected, and it is paid', () => {
  const made = { songs: [], failure: cancelled() };
  assert.deepEqual(money({ made: { ...made, isForNothing: true } }), [0n, nano(1.6), nano(0.2)]);
  assert.deepEqual(money({ made: { ...made, isForNothing: true }, multiplier: 500_000 }), [0n, nano(0.8), nano(0.2)]);
  assert.deepEqual(money({ made }), [0n, 0n, 0n]);
});

test('a length that was guessed is said to be one', () => {
  assert.deepEqual([record({ guessed: true }).usageEstimated, record().usageEstimated], [true, false]);
  assert.equal(record({ guessed: true, made: { failure: upstreamFailed('x') } }).usageEstimated, false);
});

test('where it was made and what was tried is recorded, as far as it is known', () => {
  const attempt = (fault: string | null, route = 'q/abroad') => ({ route, key: 'k', fault, durationMs: 1 });
  const told = (given: Given) => {
    const { attempts, attemptLog, route, durationMs } = record(given);
    return [attempts, attemptLog?.length ?? null, route, durationMs];
  };
  assert.deepEqual(told({}), [1, null, 'p/domestic', 4000]);
  assert.deepEqual(told({ task: { routeId: null }, at: { route: null, nowMs: 1 } }), [0, null, null, 0]);
  const attempts = [attempt('no room'), attempt(null)];
  assert.deepEqual(told({ at: { attempts } }), [2, 2, 'p/domestic', 4000]);
  assert.deepEqual(told({ at: { attempts: [attempt(null)], route: null } }), [1, null, 'q/abroad', 4000]);
});

test('a task is followed with the key and under the name that it was submitted with, while they are there', () => {
  const route = (id: string) => ({
    id,
    region: 'domestic',
    keys: [
      { id: 'k1', apiKey: 'one' },
      { id: 'k2', apiKey: 'two' },
    ],
  });
  const first = { name: 'first', routes: [route('r1')], models: [] };
  const second = { name: 'second', routes: [route('r2'), route('r3')], models: [{ model: 'song', upstreamModel: 'theirs' }] };
  const catalog = { current: { providers: [first, second] } } as never;
  const id = routeIdOf({ route: { id: 'r3' }, key: { id: 'k2' } } as never);
  const found = findTaskRoute(catalog, id, 'song');
  assert.deepEqual([found?.provider.name, found?.called.apiKey, found?.upstreamModel], ['second', 'two', 'theirs']);
  assert.deepEqual(found?.called, { id: 'r3', region: 'domestic', apiKey: 'two' });
  assert.equal(findTaskRoute(catalog, 'r1/k1', 'song')?.upstreamModel, 'song');
  for (const gone of ['r9/k1', 'r1/k9', 'r1', null]) assert.equal(findTaskRoute(catalog, gone, 'song'), null, String(gone));
});
