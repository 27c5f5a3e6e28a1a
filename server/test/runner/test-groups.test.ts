/** Goal: every test file runs exactly once, with the same neighbours in every run. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { cablingFiles, groupsOf, longFiles, neighbourhoodOf } from './test-groups.ts';

const root = new URL('../../../', import.meta.url).pathname;
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

void test('files that probably fail first run alone and start before all others, and short files start before long ones', () => {
  const [long = ''] = longFiles;
  const urgent = ['server/test/admin/documents.test.ts', long, 'server/test/removed.test.ts'];
  const groups = groupsOf(files, { urgent, isShortFirst: true });
  assert.deepEqual(groups.slice(0, 2), [['server/test/admin/documents.test.ts'], [long]]);
  assert.deepEqual(groups.flat().toSorted(), files.toSorted());
  const short = groups.findLastIndex((group) => group.every((file) => file.startsWith('server/src/')) && group.length > 1);
  assert.ok(groups.slice(2, short + 1).every((group) => group.every((file) => file.startsWith('server/src/'))));
});

void test('neighbours are the tests of a folder, or those next to their sources', () => {
  const neighbourhoods = [
    'server/test/faults/pause.test.ts',
    'server/test/life.test.ts',
    'server/src/json/a/b.test.ts',
    'tools/c.test.ts',
  ];
  assert.deepEqual(neighbourhoods.map(neighbourhoodOf), ['server/test/faults', 'server/test', 'server/src', 'tools']);
});

void test('only neighbours share a process, and few', () => {
  for (const group of groupsOf(files)) {
    assert.equal(new Set(group.map(neighbourhoodOf)).size, 1, group.join(' '));
    assert.ok(group.length <= 24);
  }
});

void test('every file that lays cables on the machine is listed as one that does', () => {
  const laid = files.filter((file) => /withServer\(networkNamespaces\b/.test(readFileSync(`${root}${file}`, 'utf8')));
  assert.deepEqual(cablingFiles.toSorted(), laid.toSorted());
});
