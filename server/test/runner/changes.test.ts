import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differenceOf, rangesOf } from './changes.ts';

void test('a difference is what two texts do not begin and end with', () => {
  assert.deepEqual(differenceOf('if (a) b();', 'if (!(a)) b();'), [4, 5]);
  assert.deepEqual(differenceOf('aaa', 'aaaa'), [3, 3]);
  assert.deepEqual(differenceOf('aaa', 'a'), [1, 3]);
  assert.deepEqual(differenceOf('same', 'same'), [4, 4]);
});

void test('hunks of git become places in the text before, to the letter', () => {
  const before = 'one\ntwo\nthree\nfour\n';
  const after = 'one\ntwO\nthree\nnew\nfour\n';
  const ranges = rangesOf(before, after, ['--- a', '@@ -2 +2 @@', '-two', '+twO', '@@ -3,0 +4 @@', '+new']);
  assert.deepEqual(ranges, [
    [before.indexOf('o\nthree'), before.indexOf('o\nthree') + 1],
    [before.indexOf('four'), before.indexOf('four')],
  ]);
  assert.deepEqual(rangesOf(before, 'one\nfour\n', ['@@ -2,2 +1,0 @@']), [[4, 14]]);
  assert.deepEqual(rangesOf('', 'one\n', ['@@ -0,0 +1 @@']), [[0, 0]]);
});
