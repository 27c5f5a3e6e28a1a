// Ends the process whatever a test leaves behind, after all results were reported. On a busy machine, Node's --test-force-exit ends it
// earlier: tests were missing from the totals.

const graceMs = 10_000;
/** Far longer than any file takes. Hooks have no time limit, and one that never ends would block the whole run. */
const fileMaxMs = 600_000;

let givingUp: NodeJS.Timeout | undefined;

/** Starts the time limit of a file. */
export function giveUpLater(file: string): void {
  clearTimeout(givingUp);
  givingUp = setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(`${file} has not ended within ${String(fileMaxMs / 60_000)} minutes; still open: ${open}\n`);
    process.exit(1);
  }, fileMaxMs).unref();
}

/** Call it after the last test of the process. */
export function endSoon(): void {
  // The last listener of the exit. Without it, Node sometimes loops endlessly when it cleans up a broken connection
  // (node::Environment::CleanupHandles, seen with 26.10): one core stays busy, and the runner waits.
  process.once('exit', () => process.exit());
  setTimeout(() => {
    process.stderr.write(`something was still open ${String(graceMs / 1000)} s after the last test\n`);
    process.exit();
  }, graceMs).unref();
}
