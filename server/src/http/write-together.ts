/** A finished response waits for at most this many others. */
const togetherMax = 32;

let due: (() => void)[] = [];

/** Writes everything that waits for the end of the turn. */
export function writeDue(): void {
  const writes = due;
  due = [];
  for (const write of writes) write();
}

/**
 * Writes a response at the end of this turn of the event loop, directly after the others of the turn. A reader on this machine, such as a
 * proxy in front of the gateway, is woken by the kernel for each single response. Waking it costs as much as the rest of a write;
 * consecutive responses find it awake.
 *
 * @param write must not throw.
 */
export function writeTogether(write: () => void): void {
  if (due.length === 0) setImmediate(writeDue);
  due.push(write);
  if (due.length >= togetherMax) writeDue();
}
