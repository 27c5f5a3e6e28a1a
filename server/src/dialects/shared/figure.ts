import { tokenCountLimit } from '@tollgate/contract/usage';

/** A reported token count: `undefined` if absent, `null` if present but not a count. */
export type Figure = number | null | undefined;

export function figure(value: unknown): Figure {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < tokenCountLimit ? value : null;
}
