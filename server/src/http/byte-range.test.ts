import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readByteRange } from './byte-range.ts';

test('a range is read as RFC 9110 says, and one that is not understood means all of it', () => {
  const cases: readonly (readonly [string | undefined, readonly [number, number] | 'outside' | null])[] = [
    [undefined, null],
    ['bytes=0-0', [0, 0]],
    ['bytes=0-', [0, 99]],
    ['bytes=10-19', [10, 19]],
    ['bytes=99-', [99, 99]],
    ['bytes=50-1000', [50, 99]],
    ['bytes=-1', [99, 99]],
    ['bytes=-1000', [0, 99]],
    ['bytes=-0', 'outside'],
    ['bytes=100-', 'outside'],
    ['bytes=100-200', 'outside'],
    ['bytes=20-10', null],
    ['bytes=-', null],
    ['bytes=0-1,5-6', null],
    ['bytes=a-b', null],
    ['bytes=1.5-2', null],
    ['bytes=0-99999999999999999999', null],
    ['items=0-1', null],
    ['', null],
  ];
  for (const [header, expected] of cases) {
    const range = readByteRange(header, 100);
    assert.deepEqual(range === null || range === 'outside' ? range : [range.from, range.to], expected, String(header));
  }
});
