// Loaded into every test process. Node's own --test-force-exit ends it before all results have been told: on a busy machine tests were
// missing from the sums. This gives what a failed test leaves open a few seconds, and only then ends the process.
import { after } from 'node:test';

const graceMs = 10_000;

if (process.env.NODE_TEST_CONTEXT !== undefined) {
  after(() => {
    setTimeout(() => {
      process.stderr.write(`something was still open ${String(graceMs / 1000)} s after the last test\n`);
      process.exit();
    }, graceMs).unref();
  });
}
