import { UnitConflict } from '../engine.ts';
import { StorageError } from '../storage-error.ts';

/** SQLSTATE of an error that the server itself reported; `null` if the connection failed or an earlier step did. */
export function sqlState(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}

/** Data exceptions, violated constraints, errors raised by functions, rows too large: the data itself is rejected. */
const rowClasses = new Set(['21', '22', '23', '2F', '38', '54', 'P0']);

/** Whether the statement itself is wrong. Missing or forbidden tables and columns are not the fault of the data. */
const isWrongStatement = (state: string): boolean => state.startsWith('42') && !['42501', '42P01', '42703'].includes(state);

/** The server ended the session, or no longer accepts writes (a standby after a failover). */
const sessionIsOver = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '25006']);

/** Whether the connection is unusable. */
export function isBroken(error: unknown): boolean {
  if (error instanceof UnitConflict || error instanceof StorageError) return false;
  const state = sqlState(error);
  return state === null || state.startsWith('08') || sessionIsOver.has(state);
}

/** Whether this is a deadlock or a serialization failure, after which the same transaction can simply run again. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlState(error) ?? '');
}

/** Classifies an error for the commit queue: the data is wrong, or nothing can be stored now. */
export function storageErrorOf(error: unknown): Error {
  if (error instanceof UnitConflict || error instanceof StorageError) return error;
  const state = sqlState(error);
  const message = error instanceof Error ? error.message : String(error);
  const isRow = state !== null && (rowClasses.has(state.slice(0, 2)) || isWrongStatement(state));
  return new StorageError(isRow ? 'row' : 'outage', state === null ? message : `${message} (SQLSTATE ${state})`, error);
}
