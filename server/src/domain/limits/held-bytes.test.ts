import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { HeldBytes } from './held-bytes.ts';

const kib = 1024;
const max = 1000 * kib;

describe('memory for large bodies', () => {
  test('one owner alone gets three quarters, and there is room left for another', () => {
    const all = new HeldBytes(max);
    const first = all.begin('a');
    let grown = 0;
    while (grown <= max && first.grow(kib)) grown += kib;
    assert.equal(grown, 750 * kib);
    assert.equal(all.begin('a').grow(65 * kib), false);
    assert.equal(all.begin('b').grow(65 * kib), true);
  });

  test('small bodies never wait for room', () => {
    const all = new HeldBytes(max);
    const large = all.begin('a');
    for (let grown = 0; grown <= max && large.grow(10 * kib); grown += 10 * kib);
    for (let body = 0; body < 100; body += 1) assert.equal(all.begin('a').grow(64 * kib), true);
  });

  test('whatever bodies come and go, no more is held than allowed, and nothing once all are over', () => {
    const step = fc.record({
      owner: fc.constantFrom('a', 'b', 'c'),
      bytes: fc.integer({ min: 1, max: 400 * kib }),
      ends: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const all = new HeldBytes(max);
        const open = steps.map(({ owner, bytes, ends }) => {
          const holding = all.begin(owner);
          for (let part = 0; part < 4; part += 1) holding.grow(Math.ceil(bytes / 4));
          if (ends) holding.release();
          assert.ok(all.held < max);
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
