import { UnitConflict } from '../engine.ts';
import { StorageError } from '../storage-error.ts';

/** SQLSTATE of an error that the server itself reported; `null` when the connection failed, or something before it. */
export function sqlState(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}

/** Data exceptions, violated constraints, errors raised by functions, rows too large: this very data is refused. */
const rowClasses = new Set(['21', '22', '23', '2F', '38', '54', 'P0']);

/** A statement that is wrong in itself; but tables that are missing or forbidden are no fault of the data. */
const isWrongStatement = (state: string): boolean => state.startsWith('42') && !['42501', '42P01', '42703'].includes(state);

/** The server ended the session, or no longer accepts writes (a standby after a failover). */
const sessionIsOver = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '25006']);

/** Whether the connection is of no use any more. */
export function isBroken(error: unknown): boolean {
  if (error instanceof UnitConflict || error instanceof StorageError) return false;
  const state = sqlState(error);
  return state === null || state.startsWith('08') || sessionIsOver.has(state);
}

/** A deadlock or a serialization failure: the same transaction may simply be run again. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlState(error) ?? '');
}

/** Sorts an error into what the commit queue knows: wrong data, or nothing can be stored now. */
export function storageErrorOf(error: unknown): Error {
  if (error instanceof UnitConflict || error instanceof StorageError) return error;
  const state = sqlState(error);
  const message = error instanceof Error ? error.message : String(error);
  const isRow = state !== null && (rowClasses.has(state.slice(0, 2)) || isWrongStatement(state));
  return new StorageError(isRow ? 'row' : 'outage', state === null ? message : `${message} (SQLSTATE ${state})`, error);
}
