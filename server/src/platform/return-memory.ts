import { collectNow } from './collect-now.ts';

/**
 * Releases the memory that only the start needed, some 60 MB. Loading a thousand modules lets the young generation grow to its full size,
 * and an idle process then never collects it. Blocks for about 0.1 s, so run it before the first request.
 */
export function returnMemory(): void {
  // The minor collection moves survivors first, so that the major one does not search them.
  collectNow('minor');
  collectNow('major');
}
