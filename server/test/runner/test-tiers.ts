// In which of two runs a test file is.
import { globSync } from 'node:fs';
import { reachedFrom, root } from './imports-of.ts';

/** `quick`: what `npm test` runs. `full`: the rest, which `npm run test:full` runs. */
export type Tier = 'quick' | 'full';

export const tiers: readonly Tier[] = ['quick', 'full'];

/**
 * Files and folders of tests that start nothing but the service in their own process, but take long: together they cost half as much again as all that
 * `npm test` runs.
 */
export const slow: readonly string[] = [
  'server/test/admin/within-scope.test.ts',
  'server/test/bad-input/client-json.test.ts',
  'server/test/bad-input/upstream-streams.test.ts',
  'server/test/subjects/people/removed-meanwhile.test.ts',
  'server/test/faults/',
  'server/test/subjects/account-life/states-seen.test.ts',
  'server/test/money-model.test.ts',
  'server/test/scenarios/ways-of-taking.test.ts',
  'server/test/simulation/simulation.test.ts',
  'server/test/size/size.test.ts',
  'server/test/storage/lost-parts.test.ts',
  'server/test/storage/sqlite.test.ts',
  'tools/direction.test.ts',
];

/** Tests and what they are made of, but not the product: it is the same in every tier. */
export const isOfTests = (path: string): boolean => /^(server\/test|bench|tools)\/|\.test\.tsx?$/.test(path);

/** What other programs are started with: servers, clients, the product as a process, and browsers. */
const starters = ['node:child_process', 'playwright-core', 'server/test/servers/needed-server.ts'];

/** Whether a file starts other programs, itself or by what it imports of the tests. */
export function startsPrograms(file: string): boolean {
  const reached = reachedFrom(file, isOfTests);
  return starters.some((starter) => reached.has(starter));
}

/** The one rule: what starts a program, and what is listed above, is in the full tier. */
export function tierOf(file: string): Tier {
  return startsPrograms(file) || slow.some((place) => file.startsWith(place)) ? 'full' : 'quick';
}

/** Every test file there is. */
export function allTests(): readonly string[] {
  return globSync('{contract,server,console,tools}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules'] }).toSorted();
}
