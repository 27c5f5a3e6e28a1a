const longestMs = 2 ** 31 - 1;

/** Keeps a process alive that has no other pending work. Returns a function that releases it. */
export function keepAlive(): () => void {
  const timer = setInterval(() => undefined, longestMs);
  return () => {
    clearInterval(timer);
  };
}
