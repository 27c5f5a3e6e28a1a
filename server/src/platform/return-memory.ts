import { collectNow } from './collect-now.ts';

/**
 * Releases the memory that only the start needed, some 60 MB: loading a thousand modules lets the young generation grow to its full size, and an
 * idle process then never collects. Blocks for about 0.1 s, so it belongs before the first request.
 */
export function returnMemory(): void {
  // Survivors of the young generation are moved before it is searched.
  collectNow('minor');
  collectNow('major');
}
