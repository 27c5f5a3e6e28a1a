import assert from 'node:assert/strict';
import { test } from 'node:test';
import { niceAxis, placesOfStep } from './nice-axis.ts';

const ticks = ({ max, step }: { readonly max: number; readonly step: number }): readonly number[] =>
  Array.from({ length: Math.round(max / step) + 1 }, (_, at) => at * step);

test('no two ticks of an axis read the same, however small or large what it measures', () => {
  for (let power = -6; power < 8; power += 1) {
    for (const first of [1, 1.3, 2, 2.6, 4.2, 5, 7, 9.9]) {
      const axis = niceAxis(first * 10 ** power);
      const texts = ticks(axis).map((tick) => tick.toFixed(placesOfStep(axis.step)));
      assert.equal(new Set(texts).size, texts.length, `${String(first)}e${String(power)}: ${texts.join(' ')}`);
      assert.ok(axis.max >= first * 10 ** power * 0.999_999 && texts.length <= 6, texts.join(' '));
    }
  }
});

test('indivisible values get whole steps', () => {
  for (let largest = 0; largest < 3_000; largest += 1) {
    const axis = niceAxis(largest, { leastStep: 1 });
    assert.ok(Number.isInteger(axis.step) && axis.step >= 1 && axis.max >= largest, `${String(largest)}: ${String(axis.step)}`);
    assert.ok(ticks(axis).length <= 6);
  }
});
