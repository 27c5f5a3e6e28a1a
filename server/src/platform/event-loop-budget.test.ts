import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { EventLoopBudget } from './event-loop-budget.ts';

const kib = 1024;

describe('turns of the event loop', () => {
  test('large pieces beyond the share wait, one in each turn, first come, first served', async () => {
    const turns = new EventLoopBudget(64 * kib);
    const order: number[] = [];
    for (const [index, mayGoOn] of [true, false, false].entries()) {
      assert.equal(turns.spend(48 * kib), mayGoOn);
      if (!mayGoOn) {
        turns.wait(() => {
          order.push(index);
        });
      }
    }
    await turn();
    assert.deepEqual(order, [1]);
    assert.equal(turns.spend(48 * kib), true, 'a new turn');
    await turn();
    assert.deepEqual(order, [1, 2]);
  });

  test('small pieces never wait', () => {
    const turns = new EventLoopBudget(64 * kib);
    turns.spend(1024 * kib);
    for (let piece = 0; piece < 1000; piece += 1) assert.equal(turns.spend(8 * kib - 1), true);
  });
});
