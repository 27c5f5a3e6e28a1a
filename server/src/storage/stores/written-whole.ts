import { UnitConflict } from '../engine.ts';

/** Whether a unit was written as a whole; `false`: one of its conditions does not hold any more, and nothing was. */
export async function writtenWhole(unit: Promise<unknown>): Promise<boolean> {
  try {
    await unit;
    return true;
  } catch (error) {
    if (error instanceof UnitConflict) return false;
    throw error;
  }
}
