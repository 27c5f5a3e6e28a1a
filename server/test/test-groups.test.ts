/** Goal: every test file is run, once, and beside the same ones in every run. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { groupsOf, longFiles } from './test-groups.ts';

const root = new URL('../../', import.meta.url).pathname;
const files = globSync('server/**/*.test.ts', { cwd: root, exclude: ['**/node_modules'] });

void test('every file is in one group, whatever order they are found in', () => {
  const groups = groupsOf(files);
  assert.deepEqual(groups.flat().toSorted(), files.toSorted());
  assert.deepEqual(groupsOf(files.toReversed()), groups);
});

void test('files that take long are files that there are, have a process to themselves and begin first', () => {
  assert.deepEqual(
    groupsOf(files).slice(0, longFiles.length),
    longFiles.map((file) => [file]),
  );
});

void test('only neighbours share a process, and few', () => {
  for (const group of groupsOf(files)) {
    assert.equal(new Set(group.map((file) => file.slice(0, file.lastIndexOf('/')))).size, 1, group.join(' '));
    assert.ok(group.length <= 8);
  }
});
