import type { Clock } from '../../../platform/clock.ts';
import type { AttemptLimits, AttemptRule, Taken } from './attempt-limits.ts';

interface Window {
  startMs: number;
  count: number;
}

/** Maximum number of windows in memory; the oldest are dropped first. */
const windowsMax = 50_000;

const free: Taken = { allowed: true, retryAfterMs: 0 };

/** Counts attempts in this process only: exact, and lost with the process. A window begins with its first attempt. */
export function createMemoryLimits(clock: Pick<Clock, 'nowMs'>): AttemptLimits {
  const windows = new Map<string, Window>();

  function current(key: string, { windowMs }: AttemptRule): Window | undefined {
    const window = windows.get(key);
    // `abs`: if the clock was set back, the old window would otherwise never end.
    return window !== undefined && Math.abs(clock.nowMs() - window.startMs) < windowMs ? window : undefined;
  }

  function look(key: string, rule: AttemptRule): Taken {
    const window = current(key, rule);
    if (window === undefined || window.count < rule.max) return free;
    return { allowed: false, retryAfterMs: window.startMs + rule.windowMs - clock.nowMs() };
  }

  return {
    async look(key, rule) {
      return look(key, rule);
    },
    async take(key, rule) {
      const found = look(key, rule);
      if (!found.allowed) return found;
      const window = current(key, rule) ?? { startMs: clock.nowMs(), count: 0 };
      window.count += 1;
      windows.delete(key);
      windows.set(key, window);
      const [oldest] = windows.keys();
      if (windows.size > windowsMax && oldest !== undefined) windows.delete(oldest);
      return free;
    },
  };
}
