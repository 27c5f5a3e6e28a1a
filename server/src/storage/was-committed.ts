import { UnitConflict } from './engine.ts';

/**
 * Whether the whole unit was written; `false` if one of its conditions no longer holds, in which case nothing was written.
 * @param of the conditions that may fail; if absent, any of them.
 */
export async function wasCommitted(unit: Promise<unknown>, of?: readonly string[]): Promise<boolean> {
  try {
    await unit;
    return true;
  } catch (error) {
    if (error instanceof UnitConflict && (of === undefined || of.includes(error.statement))) return false;
    throw error;
  }
}
