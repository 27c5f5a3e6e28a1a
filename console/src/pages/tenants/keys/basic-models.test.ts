import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testAllowList } from './basic-models.ts';

const [basic, other, unknown] = [
  { name: 'sandbox/chat', tier: 'basic' },
  { name: 'maker/large', tier: 'premium' },
  { name: 'maker/new', tier: null },
] as const;

test('a test key names the basic models where there are others, and never a list that only excludes models published later', () => {
  assert.deepEqual(testAllowList([]), []);
  assert.deepEqual(testAllowList([basic]), []);
  assert.deepEqual(testAllowList([basic, other]), ['sandbox/chat']);
  assert.deepEqual(testAllowList([unknown, basic]), ['sandbox/chat']);
});
