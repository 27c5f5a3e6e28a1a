import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VirtualClock } from '../../test/virtual-clock.ts';
import { afterUnblocked } from './after-unblocked.ts';

function waiting() {
  const clock = new VirtualClock();
  const state = { runs: 0 };
  const cancel = afterUnblocked(clock, 1000, () => {
    state.runs += 1;
  });
  return { clock, state, cancel };
}

test('it runs once, when its time has come', () => {
  const { clock, state } = waiting();
  clock.advance(999);
  assert.equal(state.runs, 0);
  clock.advance(5000);
  assert.equal(state.runs, 1);
});

test('after a blocked event loop, what arrived meanwhile can still cancel it', () => {
  const { clock, state, cancel } = waiting();
  clock.block(2000);
  clock.advance(0);
  assert.equal(state.runs, 0);
  cancel();
  clock.advance(5000);
  assert.equal(state.runs, 0);
  assert.equal(clock.timers, 0);
});

test('a loop that is blocked repeatedly does not postpone it permanently', () => {
  const { clock, state } = waiting();
  for (let block = 0; block < 5; block += 1) {
    clock.block(2000);
    clock.advance(0);
  }
  assert.equal(state.runs, 1);
});
