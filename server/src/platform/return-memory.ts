import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Gives back what only the start needed, some 60 MB: loading a thousand modules lets the young generation grow to its full size, and
 * a process that nobody calls then never collects. Blocks for about 0.1 s, so it belongs before the first request.
 */
export function returnMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { readonly type: 'minor' | 'major' }) => void;
  // What survives in the young generation is moved before it is looked through.
  for (const type of ['minor', 'major'] as const) collect({ type });
}
