const longestMs = 2 ** 31 - 1;

/** Keeps alive a process that otherwise waits for nothing; returns a function that releases it. */
export function keepAlive(): () => void {
  const timer = setInterval(() => undefined, longestMs);
  return () => {
    clearInterval(timer);
  };
}
