import { invalid, isAbsent, type Check } from './checks.ts';

/** Fields whose value is checked if they are set. */
export type CheckedFields = readonly (readonly [name: string, fits: Check])[];

/** @throws {ApiError} 400 that names the first invalid field. */
export function checkFields(value: Readonly<Record<string, unknown>>, fields: CheckedFields): void {
  for (const [name, fits] of fields) {
    const set = value[name];
    const fault = isAbsent(set) ? null : fits(set);
    if (fault !== null) throw invalid(name, fault);
  }
}
