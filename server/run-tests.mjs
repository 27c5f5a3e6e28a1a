// `npm test`, `npm run test:full`, `test:changed` and `test:one <file…>`: runs tests with a Node that is new enough. A hanging test is stopped,
// and what a failed test leaves open does not keep its process alive. A single file reports every test; several files report one line each.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isNewEnough, runInstead } from './node-version.mjs';
import { programOf } from './program.mjs';

const reporter = fileURLToPath(new URL('../tools/file-reporter.ts', import.meta.url));
const endAfterTests = new URL('./test/runner/end-after-tests.ts', import.meta.url).href;

/** Arguments for Node: a single file gets its own process; several files share processes. */
async function argumentsFor({ files, groups, after, options: moreOptions }) {
  // Many tests wait for disks or for slow things on purpose: two processes more than there are processors keep these busy.
  const options = [`--test-concurrency=${availableParallelism() + 2}`, ...moreOptions];
  if (files.length === 1 && process.env.TOLLGATE_TEST_COVERAGE === undefined)
    return ['--test-reporter=spec', '--test-timeout=300000', `--import=${endAfterTests}`, ...options, ...files];
  const { writeEntries } = await import('./test/runner/test-groups.ts');
  const { keepHistory } = await import('./test/runner/test-history.ts');
  // Every process of the tests starts threads or the program from it: now it is built once.
  programOf('main.ts');
  const entries = writeEntries(groups, (folder) => {
    keepHistory(folder);
    process.stdout.write(after);
  });
  return [`--test-reporter=${reporter}`, ...options, ...entries];
}

/** The requested tests, or `null` after a sentence that says why there are none. */
async function choiceOf(args) {
  const { chooseTests } = await import('./test/runner/choose-tests.ts');
  try {
    return chooseTests(args);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
    return null;
  }
}

if (isNewEnough('test')) {
  const choice = await choiceOf(process.argv.slice(2));
  // As the program does itself: otherwise two hundred processes, each with database threads, strip the types again.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/tollgate', import.meta.url));
  if (choice !== null) process.stdout.write(choice.before);
  if (choice?.files.length > 0) {
    // A service that starts shows the console as it was last built until it is built again: too late for tests just changed with it.
    const builder = fileURLToPath(new URL('../console/build.ts', import.meta.url));
    if (choice.files.some((file) => file.includes('console/browser/')))
      await once(spawn(process.execPath, [builder, '--if-stale'], { stdio: ['pipe', 2, 2] }), 'close');
    runInstead(process.execPath, ['--test', ...(await argumentsFor(choice))]);
  }
}
