/** A failure as it crosses from a worker thread. */
export interface WorkerFault {
  readonly kind: 'conflict' | 'row' | 'outage';
  /** For a conflict the statement's name. */
  readonly message: string;
}

/** SQLite's primary result codes that say "this data is wrong": error, too big, constraint, mismatch, misuse, range. */
const rowCodes = new Set([1, 18, 19, 20, 21, 25]);

function primaryCode(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return null;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : null;
}

/** Sorts an error thrown by a statement. What SQLite did not report (a value it cannot bind) is the row's fault. */
export function faultOf(error: unknown): WorkerFault {
  const code = primaryCode(error);
  const message = error instanceof Error ? error.message : String(error);
  return { kind: code === null || rowCodes.has(code) ? 'row' : 'outage', message };
}

/** Whether the connection itself must be doubted: I/O error, damage, not a database. */
export function isSuspect(error: unknown): boolean {
  const code = primaryCode(error);
  return code === 10 || code === 11 || code === 26;
}
