import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VirtualClock } from '../../test/virtual-clock.ts';
import { Deadlines } from './deadlines.ts';

function watched(afterMs: number) {
  const clock = new VirtualClock();
  const deadlines = new Deadlines(clock);
  const state = { isExpired: false };
  const deadline = deadlines.watch(afterMs, () => {
    state.isExpired = true;
  });
  return { clock, deadlines, deadline, state };
}

test('a deadline expires within one period', () => {
  const { clock, state } = watched(1000);
  clock.advance(999);
  assert.equal(state.isExpired, false);
  clock.advance(51);
  assert.equal(state.isExpired, true);
});

test('a deadline that fell due while the event loop was blocked waits until what arrived could be read', () => {
  for (const blockedMs of [300, 2000, 60_000]) {
    const { clock, deadlines, deadline, state } = watched(250);
    clock.advance(100);
    clock.block(blockedMs);
    clock.advance(0);
    assert.equal(state.isExpired, false);
    // The awaited data is read now.
    deadlines.postpone(deadline, 1000);
    clock.advance(900);
    assert.equal(state.isExpired, false, 'the sign of life counts');
    clock.advance(200);
    assert.equal(state.isExpired, true);
  }
});

test('a deadline that is postponed right after the event loop was blocked has all of its time from then on', () => {
  for (const blockedMs of [300, 2000, 60_000]) {
    const { clock, deadlines, deadline, state } = watched(250);
    clock.advance(100);
    clock.block(blockedMs);
    // Data that arrived meanwhile is read before the timers run.
    deadlines.postpone(deadline, 1000);
    clock.advance(999);
    assert.equal(state.isExpired, false, `after ${String(blockedMs)} ms`);
    clock.advance(51);
    assert.equal(state.isExpired, true);
  }
});

test('a deadline that nobody postponed is not later by a blocked event loop', () => {
  const { clock, state } = watched(1000);
  clock.block(300);
  clock.advance(0);
  clock.advance(751);
  assert.equal(state.isExpired, true);
});

test('each block of the event loop is followed by time to look, however many there were before', () => {
  const clock = new VirtualClock();
  const deadlines = new Deadlines(clock);
  for (let block = 0; block < 5; block += 1) {
    let isExpired = false;
    deadlines.watch(200, () => {
      isExpired = true;
    });
    clock.block(400);
    clock.advance(0);
    assert.equal(isExpired, false, `block ${String(block)}`);
    clock.advance(500);
    assert.equal(isExpired, true);
  }
});

test('an event loop that is blocked again and again does not keep a deadline alive', () => {
  const { clock, state } = watched(1000);
  for (let block = 0; block < 20; block += 1) {
    clock.block(400);
    clock.advance(0);
  }
  assert.equal(state.isExpired, true);
});

test('short calls, one after the other, do not start the timer each', (context) => {
  const clock = new VirtualClock();
  const every = context.mock.method(clock, 'every');
  const deadlines = new Deadlines(clock);
  for (let call = 0; call < 100; call += 1) {
    const deadline = deadlines.watch(1000, () => undefined);
    clock.advance(10);
    deadlines.forget(deadline);
    clock.advance(90);
  }
  assert.ok(every.mock.callCount() <= 10, `${String(every.mock.callCount())} starts`);
});

test('the timer rests while there is nothing to watch, and time goes on meanwhile', () => {
  const { clock, deadlines, deadline } = watched(60_000);
  clock.advance(5000);
  assert.equal(clock.timers, 1, 'it sweeps as long as something is watched');
  deadlines.forget(deadline);
  let roughMs = deadlines.roughNowMs;
  for (let step = 0; step < 200; step += 1) {
    clock.advance(10);
    assert.ok(deadlines.roughNowMs >= roughMs, 'time does not go back');
    roughMs = deadlines.roughNowMs;
    const aheadMs = roughMs - clock.monotonicMs();
    assert.ok(aheadMs >= 0 && aheadMs <= 50, `it is ${String(aheadMs)} ms ahead`);
  }
  assert.equal(clock.timers, 0);
  // A long idle period is not a blocked event loop: deadlines after it expire in time.
  clock.advance(3_600_000);
  let isExpired = false;
  deadlines.watch(100, () => {
    isExpired = true;
  });
  clock.advance(151);
  assert.equal(isExpired, true);
  deadlines.close();
  deadlines.watch(100, () => undefined);
  assert.equal(clock.timers, 0, 'once closed it does not start again');
});
