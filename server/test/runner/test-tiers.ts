// The run to which a test file belongs.
import { globSync } from 'node:fs';
import { reachedFrom, root } from './imports-of.ts';

/** `quick`: what `npm test` runs. `full`: the rest, which `npm run test:full` runs. */
export type Tier = 'quick' | 'full';

export const tiers: readonly Tier[] = ['quick', 'full'];

/** Test files and folders that start only the service in their own process, but take long: together half as long again as `npm test`. */
export const slow: readonly string[] = [
  'server/test/admin/within-scope.test.ts',
  'server/test/bad-input/client-json.test.ts',
  'server/test/bad-input/upstream-streams.test.ts',
  'server/test/subjects/people/removed-meanwhile.test.ts',
  'server/test/faults/',
  'server/test/subjects/account-life/states-seen.test.ts',
  'server/test/money-model.test.ts',
  'server/test/scenarios/simulated-routes.test.ts',
  'server/test/scenarios/ways-of-taking.test.ts',
  'server/test/simulation/simulation.test.ts',
  'server/test/size/size.test.ts',
  'server/test/storage/lost-parts.test.ts',
  'server/test/storage/sqlite.test.ts',
  'tools/direction.test.ts',
];

/** Tests and their fixtures, but not the product, which is the same in every tier. */
export const isOfTests = (path: string): boolean => /^(server\/test|bench|tools)\/|\.test\.tsx?$/.test(path);

/** Modules that start other programs: servers, clients, the product as a process, and browsers. */
const starters = ['node:child_process', 'playwright-core', 'server/test/servers/needed-server.ts'];

/** Whether a file starts other programs, itself or through imported test modules. */
export function startsPrograms(file: string): boolean {
  const reached = reachedFrom(file, isOfTests);
  return starters.some((starter) => reached.has(starter));
}

/** The only rule: files that start a program, and the files listed above, are in the full tier. */
export function tierOf(file: string): Tier {
  return startsPrograms(file) || slow.some((place) => file.startsWith(place)) ? 'full' : 'quick';
}

/** All test files. */
export function allTests(): readonly string[] {
  return globSync('{contract,server,console,tools}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules'] }).toSorted();
}
