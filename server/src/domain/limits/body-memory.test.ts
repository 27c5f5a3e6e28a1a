import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { BodyMemory } from './body-memory.ts';

const kib = 1024;
const max = 1000 * kib;

describe('memory for large bodies', () => {
  test('one owner alone gets three quarters, and there is room left for another', () => {
    const all = new BodyMemory(max);
    const first = all.begin('a');
    let grown = 0;
    while (grown <= max && first.grow(kib)) grown += kib;
    assert.equal(grown, 750 * kib);
    assert.equal(all.begin('a').grow(65 * kib), false);
    assert.equal(all.begin('b').grow(65 * kib), true);
  });

  test('small bodies never wait for room', () => {
    const all = new BodyMemory(max);
    const large = all.begin('a');
    for (let grown = 0; grown <= max && large.grow(10 * kib); grown += 10 * kib);
    for (let body = 0; body < 100; body += 1) assert.equal(all.begin('a').grow(64 * kib), true);
  });

  test('small bodies that were sent in part are bounded together, and never block whole ones', () => {
    const all = new BodyMemory(max);
    const halves = Array.from({ length: 100 }, () => all.begin('a'));
    const kept = halves.filter((half) => half.growUnfinished(10 * kib));
    assert.deepEqual([kept.length, all.held], [18, 180 * kib], 'three quarters of a quarter');
    assert.equal(all.begin('b').growUnfinished(10 * kib), true, 'another owner has room');
    assert.equal(all.begin('a').grow(60 * kib), true, 'a whole one is not asked');
    assert.equal(all.begin('a').grow(700 * kib), true, 'the room for large ones is untouched');
    for (const half of kept) half.arrived();
    assert.equal(all.begin('a').growUnfinished(60 * kib), true);
  });

  test('whatever bodies come and go, no more is held than allowed, and nothing once all are over', () => {
    const step = fc.record({
      owner: fc.constantFrom('a', 'b', 'c'),
      bytes: fc.integer({ min: 1, max: 400 * kib }),
      ends: fc.boolean(),
      parts: fc.nat({ max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const all = new BodyMemory(max);
        const open = steps.map(({ owner, bytes, ends, parts }) => {
          const holding = all.begin(owner);
          for (let part = 0; part < 4; part += 1) {
            const isLast = part === 3 || parts % 2 === 0;
            if (isLast) holding.grow(Math.ceil(bytes / 4));
            else holding.growUnfinished(Math.ceil(bytes / 4));
          }
          if (parts < 2) holding.arrived();
          if (ends) holding.release();
          assert.ok(all.held < 1.25 * max);
          return holding;
        });
        for (const holding of open) {
          holding.release();
          holding.release();
        }
        assert.equal(all.held, 0);
      }),
    );
  });
});
