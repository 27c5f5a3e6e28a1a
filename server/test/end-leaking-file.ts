/**
 * Loaded before each file of tests: one that leaves something running, as a failed test may, fails by its name instead of
 * keeping everybody waiting. Node's own way, `--test-force-exit`, ends a file before all of its results are told.
 */
import { after } from 'node:test';

/** For what ends by itself, such as connections kept for a next call. */
const patienceMs = 30_000;

// The process that runs the files loads this as well, and has no tests.
if (process.env.NODE_TEST_CONTEXT !== undefined || !process.execArgv.includes('--test')) {
  after(() => {
    setTimeout(() => {
      process.stderr.write(`this file left something running: ${process.getActiveResourcesInfo().join(', ')}\n`);
      process.exit(1);
    }, patienceMs).unref();
  });
}
