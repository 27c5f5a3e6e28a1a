import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FileSizes, FileUse, UseSizes } from '../domain/content/objects.ts';
import { fileShares, hasRoomFor } from './file-shares.ts';

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;
const song = 64 * mebibyte;
const nothing: UseSizes = { all: 0, own: 0, unpaid: 0 };

describe('how the file store is shared out', () => {
  test('an account that has not paid has a 64th, at least a song and at most 256 MiB, and never more than one that has', () => {
    const small = (bytesMax: number): number => fileShares(bytesMax, song).unpaidAccountBytesMax;
    assert.deepEqual(
      [64 * mebibyte, 128 * mebibyte, gibibyte, 10 * gibibyte, 100 * gibibyte].map((max) => small(max) / mebibyte),
      [16, 32, 64, 160, 256],
    );
  });

  const shares = fileShares(10 * gibibyte, song);
  const rows: readonly (readonly [string, FileUse, Partial<FileSizes>, boolean])[] = [
    ['unpaid, below its share', 'calls', { calls: { ...nothing, own: 159 * mebibyte } }, true],
    ['unpaid, at its share', 'calls', { calls: { ...nothing, own: 160 * mebibyte } }, false],
    ['paid, beyond that', 'calls', { hasPaid: true, calls: { ...nothing, own: 160 * mebibyte } }, true],
    ['paid, at a quarter', 'calls', { hasPaid: true, calls: { ...nothing, own: 2.5 * gibibyte } }, false],
    ['unpaid, others like it hold a quarter', 'calls', { calls: { ...nothing, unpaid: 2.5 * gibibyte } }, false],
    ['paid, although those hold a quarter', 'calls', { hasPaid: true, calls: { ...nothing, unpaid: 2.5 * gibibyte } }, true],
    ['paid, calls fill nine tenths', 'calls', { hasPaid: true, calls: { ...nothing, all: 9 * gibibyte } }, false],
    ['records have room then', 'records', { hasPaid: true, calls: { ...nothing, all: 9 * gibibyte } }, true],
    ['records of unpaid accounts, too', 'records', { calls: { all: 9 * gibibyte, own: gibibyte, unpaid: 3 * gibibyte } }, true],
    ['records, calls went beyond', 'records', { hasPaid: true, calls: { ...nothing, all: 10 * gibibyte } }, true],
    ['unpaid records, half of the room kept back', 'records', { records: { ...nothing, unpaid: gibibyte / 2 } }, false],
    ['paid records then', 'records', { hasPaid: true, records: { ...nothing, all: gibibyte / 2, unpaid: gibibyte / 2 } }, true],
    [
      'records, all is full',
      'records',
      { hasPaid: true, calls: { ...nothing, all: 9 * gibibyte }, records: { ...nothing, all: gibibyte } },
      false,
    ],
    [
      'calls, records fill it',
      'calls',
      { hasPaid: true, calls: { ...nothing, all: 8 * gibibyte }, records: { ...nothing, all: 2 * gibibyte } },
      false,
    ],
  ];
  for (const [name, use, sizes, expected] of rows)
    test(`${name}: ${expected ? 'room' : 'no room'}`, () => {
      assert.equal(hasRoomFor({ hasPaid: false, calls: nothing, records: nothing, ...sizes }, use, shares), expected);
    });
});
