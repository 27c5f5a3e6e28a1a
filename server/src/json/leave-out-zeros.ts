import type { ScannedBody } from './scanned-body.ts';

type ZeroForm = 'number' | 'text' | 'list' | 'object';

/** Fields in which the zero of a Go structure, in any of the given forms, means that the client's program set nothing. */
export type ZeroFields = readonly (readonly [name: string, ...forms: ZeroForm[]])[];

/** An object is zero when all that it holds is. */
function isInnerZero(value: unknown): boolean {
  return value === false || value === null || zeroForm(value) !== null;
}

function zeroForm(value: unknown): ZeroForm | null {
  if (value === 0) return 'number';
  if (value === '') return 'text';
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) return value.length === 0 ? 'list' : null;
  return Object.values(value).every(isInnerZero) ? 'object' : null;
}

/**
 * Takes fields that hold a zero for fields that are not there: their value becomes `undefined`, which no JSON can hold, and `isLeftOut`
 * keeps them from the upstream.
 */
export function leaveOutZeros({ value }: ScannedBody, fields: ZeroFields): void {
  for (const field of fields) {
    const set = value[field[0]];
    // What follows is for the few that are set and empty: every call passes here.
    if (set === undefined || set === null) continue;
    const form = zeroForm(set);
    if (form !== null && field.includes(form, 1)) (value as Record<string, unknown>)[field[0]] = undefined;
  }
}
