import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { readonly type: 'minor' | 'major' }) => void;

let collect: Collect | null = null;

/** Runs the engine's garbage collector, which is available only on request. Blocks the thread. */
export function collectNow(type: 'minor' | 'major'): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  collect({ type });
}
