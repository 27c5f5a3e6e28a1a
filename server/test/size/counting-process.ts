/** Works endlessly at the lowest priority without a result: what any work on this machine does to calls. */
import { setPriority } from 'node:os';

setPriority(19);
process.once('disconnect', () => process.exit());
/** Interval at which it checks whether it is still needed. */
const turnMs = 20;
setInterval(() => {
  const endsAtMs = performance.now() + turnMs;
  while (performance.now() < endsAtMs);
}, 0);
