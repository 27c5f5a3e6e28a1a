const ends = new Set<() => void>();
let isWatching = false;

/**
 * For what must not outlive this process, such as servers of its own: `end` runs when the process exits, also when a test run is
 * broken off. Answers how to take it back.
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
