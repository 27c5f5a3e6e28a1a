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
 * Writes a response at the end of this turn of the event loop, directly after the others of the turn. If the reader runs on this machine,
 * such as a proxy in front of the gateway, the kernel wakes it for each single response, which costs as much as the rest of a write.
 * Consecutive responses find it awake.
 *
 * @param write must not throw.
 */
export function writeTogether(write: () => void): void {
  if (due.length === 0) setImmediate(writeDue);
  due.push(write);
  if (due.length >= togetherMax) writeDue();
}
