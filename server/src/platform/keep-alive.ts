const longestMs = 2 ** 31 - 1;

/** Keeps a process alive that waits for nothing of its own; answers how to let go. */
export function keepAlive(): () => void {
  const timer = setInterval(() => undefined, longestMs);
  return () => {
    clearInterval(timer);
  };
}
