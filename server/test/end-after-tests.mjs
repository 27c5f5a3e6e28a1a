// Loaded into every test process: whatever a test leaves behind, its process ends, and all its results have been told by then. Node's
// own --test-force-exit ends it before that on a busy machine: tests were missing from the sums.
import { after } from 'node:test';

const graceMs = 10_000;
/** Far more than any file takes: hooks have no time limit of their own, and one that waits for ever would hold up the whole run. */
const fileMaxMs = 600_000;

function endTelling(what) {
  process.stderr.write(`${what}; still open: ${process.getActiveResourcesInfo().join(', ')}\n`);
  process.exit(1);
}

if (process.env.NODE_TEST_CONTEXT !== undefined) {
  setTimeout(() => {
    endTelling(`this file has not ended within ${String(fileMaxMs / 60_000)} minutes`);
  }, fileMaxMs).unref();
  after(() => {
    // The last to hear of the exit. Left to itself Node now and then turns for ever in what it cleans up after a broken connection
    // (node::Environment::CleanupHandles, seen with 26.10): one core busy, and the runner waits.
    process.once('exit', () => process.exit());
    setTimeout(() => {
      process.stderr.write(`something was still open ${String(graceMs / 1000)} s after the last test\n`);
      process.exit();
    }, graceMs).unref();
  });
}
