/** A failure in the form that is sent from a worker thread. */
export interface WorkerFault {
  readonly kind: 'conflict' | 'row' | 'outage';
  /** For a conflict, the name of the statement. */
  readonly message: string;
}

/** SQLite's primary result codes for wrong data: error, too big, constraint, mismatch, misuse, range. */
const rowCodes = new Set([1, 18, 19, 20, 21, 25]);

function primaryCode(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return null;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : null;
}

/**
 * Classifies an error thrown by a statement. An error that SQLite did not report, such as a value it cannot bind, is the fault of the row.
 */
export function faultOf(error: unknown): WorkerFault {
  const code = primaryCode(error);
  const message = error instanceof Error ? error.message : String(error);
  return { kind: code === null || rowCodes.has(code) ? 'row' : 'outage', message };
}

/** Whether the connection itself is suspect: I/O error, damage, not a database. */
export function isSuspect(error: unknown): boolean {
  const code = primaryCode(error);
  return code === 10 || code === 11 || code === 26;
}
