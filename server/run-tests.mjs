// `npm test` and `npm run test:one <file…>`: the tests named, with a Node that is new enough. A test that hangs is given up, and
// what a failed one leaves open does not keep its process alive. Of one file every test is told, of several a line each.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { findNode, isNewEnough, runInstead } from './node-version.mjs';
import { groupsOf, writeEntries } from './test/test-groups.mjs';

/** Why these tests cannot be run, or `null`. Node would pass over a file that is missing, and without any it runs too much. */
function faultOf(files) {
  if (files.length === 0) return 'Name one or more test files: npm run test:one server/test/scenarios/money.test.ts';
  const missing = files.find((file) => !file.includes('*') && !existsSync(file));
  return missing === undefined ? null : `There is no test file ${missing} (paths begin at the root of the repository).`;
}

const named = process.argv.slice(2);
const files = named.filter((name) => name.endsWith('.test.ts'));
// Node takes what follows a file for files too.
const moreOptions = named.filter((name) => !name.endsWith('.test.ts'));
const isOne = files.length === 1 && !files[0].includes('*');
const reporter = isOne ? 'spec' : fileURLToPath(new URL('../tools/file-reporter.ts', import.meta.url));
// Many tests wait for disks and for what is slow on purpose: one process more than there are processors keeps these at work.
const processesAtOnce = availableParallelism() + 1;
const options = [`--test-concurrency=${processesAtOnce}`, `--test-reporter=${reporter}`];
const endAfterTests = new URL('./test/end-after-tests.mjs', import.meta.url).href;

/** One file has its process for itself; of several, some share one. */
function runArguments() {
  if (isOne) return [...options, `--import=${endAfterTests}`, '--test-timeout=300000', ...moreOptions, ...files];
  const all = globSync(files, { exclude: ['**/node_modules'] });
  return [...options, ...moreOptions, ...writeEntries(groupsOf(all))];
}

// As the program does itself: two hundred processes, each with threads of the database, would strip the types anew.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/tollgate', import.meta.url));

const fault = faultOf(files);
const node = findNode();
if (fault !== null) {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 2;
} else if (node === null) isNewEnough('test');
else {
  // A service that starts shows the console as it was last built until it is built again: too late for tests just changed with it.
  const builder = fileURLToPath(new URL('../console/build.ts', import.meta.url));
  if (files.some((file) => file.includes('console/browser/')))
    await once(spawn(node, [builder, '--if-stale'], { stdio: ['pipe', 2, 2] }), 'close');
  runInstead(node, ['--test', ...runArguments()]);
}
