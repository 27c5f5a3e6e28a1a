const ends = new Set<() => void>();
let isWatching = false;

/**
 * Registers `end` for resources that must not outlive this process, such as servers. It runs when the process exits, also after a canceled
 * test run. Returns a function that unregisters it.
 */
export function endWithProcess(end: () => void): () => void {
  if (!isWatching) {
    isWatching = true;
    process.once('exit', () => {
      for (const left of ends) left();
    });
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
  }
  ends.add(end);
  return () => {
    ends.delete(end);
  };
}
