/** Lets the event loop serve everybody else before going on; no time passes. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
