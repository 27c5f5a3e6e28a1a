// `npm test` and `npm run test:one <file…>`: the tests named, with a Node that is new enough. A test that hangs is given up, and
// what a failed one leaves open does not keep its process alive. Of one file every test is told, of several a line each.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isNewEnough, runInstead } from './node-version.mjs';
import { programOf } from './program.mjs';

const reporter = fileURLToPath(new URL('../tools/file-reporter.ts', import.meta.url));
const endAfterTests = new URL('./test/end-after-tests.ts', import.meta.url).href;

/** Why these tests cannot be run, or `null`. Node would pass over a file that is missing, and without any it runs too much. */
function faultOf(files) {
  if (files.length === 0) return 'Name one or more test files: npm run test:one server/test/scenarios/money.test.ts';
  const missing = files.find((file) => !file.includes('*') && !fs.existsSync(file));
  return missing === undefined ? null : `There is no test file ${missing} (paths begin at the root of the repository).`;
}

/** What Node is to be told: one file has its process for itself; of several, some share one. */
async function argumentsFor(files, moreOptions) {
  // Many tests wait for disks and for what is slow on purpose: two processes more than there are processors keep these at work.
  const options = [`--test-concurrency=${availableParallelism() + 2}`, ...moreOptions];
  if (files.length === 1 && !files[0].includes('*'))
    return ['--test-reporter=spec', '--test-timeout=300000', `--import=${endAfterTests}`, ...options, ...files];
  const { groupsOf, writeEntries } = await import('./test/test-groups.ts');
  // Every process of the tests starts threads or the program from it: now it is built once.
  programOf('main.ts');
  const found = fs.globSync(files, { exclude: ['**/node_modules'] });
  return [`--test-reporter=${reporter}`, ...options, ...writeEntries(groupsOf(found))];
}

if (isNewEnough('test')) {
  const named = process.argv.slice(2);
  const files = named.filter((name) => name.endsWith('.test.ts'));
  const fault = faultOf(files);
  // As the program does itself: two hundred processes, each with threads of the database, would strip the types anew.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/tollgate', import.meta.url));
  if (fault !== null) {
    process.stderr.write(`${fault}\n`);
    process.exitCode = 2;
  } else {
    // A service that starts shows the console as it was last built until it is built again: too late for tests just changed with it.
    const builder = fileURLToPath(new URL('../console/build.ts', import.meta.url));
    if (files.some((file) => file.includes('console/browser/')))
      await once(spawn(process.execPath, [builder, '--if-stale'], { stdio: ['pipe', 2, 2] }), 'close');
    // Node takes what follows a file for files too.
    const moreOptions = named.filter((name) => !name.endsWith('.test.ts'));
    runInstead(process.execPath, ['--test', ...(await argumentsFor(files, moreOptions))]);
  }
}
