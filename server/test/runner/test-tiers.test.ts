/** Goal: both tiers together are the whole suite, and the quick one needs only Node. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './imports-of.ts';
import { groupsOf } from './test-groups.ts';
import { allTests, slow, startsPrograms, tierOf, tiers } from './test-tiers.ts';

void test('every test file of the repository is in exactly one tier, and in one group of it', () => {
  const found = globSync('**/*.test.{ts,tsx,mjs,js}', { cwd: root, exclude: (name) => name.includes('node_modules') });
  const run = tiers.flatMap((tier) => groupsOf(allTests().filter((file) => tierOf(file) === tier)).flat());
  assert.deepEqual(run.toSorted(), found.toSorted());
});

void test('the quick tier starts no program and needs no server', () => {
  const quick = allTests().filter((file) => tierOf(file) === 'quick');
  assert.ok(quick.length > 200);
  for (const file of quick) {
    const text = readFileSync(join(root, file), 'utf8');
    assert.doesNotMatch(text, /^import (?!type)[^;]*\b(?:withServer|ServerProcess|node:child_process)\b/m, file);
    assert.doesNotMatch(file, /^server\/test\/(console\/browser|clients|mutants|fleet|servers)\//, file);
  }
});

void test('every place in the list holds tests that would be quick without it', () => {
  for (const place of slow) {
    const held = allTests().filter((file) => file.startsWith(place));
    assert.ok(
      held.some((file) => !startsPrograms(file)),
      `${place} needs no place in the list`,
    );
  }
});
