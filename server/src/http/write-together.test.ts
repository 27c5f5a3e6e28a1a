import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextTurn } from '../platform/next-turn.ts';
import { writeTogether } from './write-together.ts';

test('answers of one turn leave at its end, in the order in which they were ready', async () => {
  const written: number[] = [];
  for (const answer of [1, 2, 3]) writeTogether(() => written.push(answer));
  await Promise.resolve();
  assert.deepEqual(written, []);
  await nextTurn();
  assert.deepEqual(written, [1, 2, 3]);
});

test('an answer waits for 31 others at the most, and each is written once', async () => {
  const written: number[] = [];
  for (let answer = 0; answer < 70; answer += 1) writeTogether(() => written.push(answer));
  assert.deepEqual(written, [...Array(64).keys()]);
  await nextTurn();
  assert.deepEqual(written, [...Array(70).keys()]);
});

test('an answer that becomes ready while others are written leaves with the next ones', async () => {
  const written: string[] = [];
  writeTogether(() => {
    written.push('first');
    writeTogether(() => written.push('second'));
  });
  await nextTurn();
  assert.deepEqual(written, ['first']);
  await nextTurn();
  assert.deepEqual(written, ['first', 'second']);
});
