import { setTimeout as pause } from 'node:timers/promises';

/** Waits for a condition, as long as a busy machine may need. */
export async function until(isTrue: () => Promise<boolean>, withinMs = 20_000): Promise<void> {
  const startMs = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - startMs > withinMs) throw new Error('the condition did not come true');
    await pause(10);
  }
}
