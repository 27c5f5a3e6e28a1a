// Whatever a test leaves behind, its process ends, and all its results were reported by then. Node's own --test-force-exit ends it before that
// on a busy machine: tests were missing from the sums.

const graceMs = 10_000;
/** Far more than any file takes: hooks have no time limit, and one that never ends would hold up the whole run. */
const fileMaxMs = 600_000;

let givingUp: NodeJS.Timeout | undefined;

/** Gives a file its time from now on. */
export function giveUpLater(file: string): void {
  clearTimeout(givingUp);
  givingUp = setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(`${file} has not ended within ${String(fileMaxMs / 60_000)} minutes; still open: ${open}\n`);
    process.exit(1);
  }, fileMaxMs).unref();
}

/** To be called after the last test of the process. */
export function endSoon(): void {
  // The last listener of the exit. Otherwise Node now and then loops endlessly in its clean-up of a broken connection
  // (node::Environment::CleanupHandles, seen with 26.10): one core busy, and the runner waits.
  process.once('exit', () => process.exit());
  setTimeout(() => {
    process.stderr.write(`something was still open ${String(graceMs / 1000)} s after the last test\n`);
    process.exit();
  }, graceMs).unref();
}
