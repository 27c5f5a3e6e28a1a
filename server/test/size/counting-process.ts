/** Works without end at the lowest priority, and does nothing: what any work on this machine does to calls, however meek. */
import { setPriority } from 'node:os';

setPriority(19);
process.once('disconnect', () => process.exit());
/** So often it looks whether it is still wanted. */
const turnMs = 20;
setInterval(() => {
  const endsAtMs = performance.now() + turnMs;
  while (performance.now() < endsAtMs);
}, 0);
