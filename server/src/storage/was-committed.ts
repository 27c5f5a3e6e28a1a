import { UnitConflict } from './engine.ts';

/**
 * Whether a unit was written as a whole; `false`: one of its conditions does not hold any more, and nothing was.
 * @param of the conditions that may fail; without it, any of them.
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
