import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { areTooMany, isOver, type ErrorTally } from './error-rule.ts';

const bounds = { percent: 20, callsMin: 20 };
const of = (bad: number, calls: number): ErrorTally => ({ good: calls - bad, bad });
const hourMs = 3_600_000;

describe('when failing calls are an alarm', () => {
  test('from the share on that was set, of enough calls', () => {
    assert.ok(areTooMany(of(4, 20), bounds));
    assert.ok(!areTooMany(of(3, 20), bounds), '15 %');
    assert.ok(!areTooMany(of(19, 19), bounds), 'too few to say anything');
    assert.ok(areTooMany(of(1, 20), { percent: 5, callsMin: 20 }));
    assert.ok(!areTooMany(of(0, 20), { percent: 1, callsMin: 1 }));
    assert.ok(!areTooMany(of(20, 20), { percent: 0, callsMin: 1 }), '0: never');
  });

  test('it is over well below that share, and not because everybody has left', () => {
    const times = { lastBadMs: 0, nowMs: hourMs - 1 };
    assert.ok(!isOver(of(2, 20), bounds, times), '10 % is half of what began it');
    assert.ok(isOver(of(1, 20), bounds, times));
    assert.ok(isOver(of(0, 5), bounds, times), 'a quarter of the calls says enough of it');
    assert.ok(!isOver(of(0, 4), bounds, times));
    assert.ok(!isOver(of(0, 0), bounds, times), 'silence');
    assert.ok(isOver(of(0, 0), bounds, { ...times, nowMs: hourMs }), 'an hour without a failure');
    assert.ok(!isOver(of(1, 1), bounds, { ...times, nowMs: 9 * hourMs }));
    assert.ok(isOver(of(0, 1), { percent: 20, callsMin: 1 }, times));
    assert.ok(
      isOver(of(0, 20), { percent: 0, callsMin: 20 }, { ...times, nowMs: hourMs }),
      'also where it was turned off meanwhile',
    );
  });
});
