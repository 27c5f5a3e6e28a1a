/** The product's clock, and the only source of time outside this file; tests pass a virtual one. */
export interface Clock {
  /** Wall-clock time in milliseconds since the epoch. May jump. */
  nowMs(): number;
  /** Milliseconds with a fraction that only increase; for durations and deadlines. */
  monotonicMs(): number;
  /** Runs `action` once after `delayMs`; returns a function that cancels it. Never keeps the process alive. */
  after(delayMs: number, action: () => void): () => void;
  /** Runs `action` every `periodMs`; returns a function that stops it. Never keeps the process alive. */
  every(periodMs: number, action: () => void): () => void;
}

/** The machine's clock. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(delayMs, action) {
    const timer = setTimeout(action, delayMs);
    timer.unref();
    return () => {
      clearTimeout(timer);
    };
  },
  every(periodMs, action) {
    const timer = setInterval(action, periodMs);
    timer.unref();
    return () => {
      clearInterval(timer);
    };
  },
};
