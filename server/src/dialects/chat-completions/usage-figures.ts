import { tokenCountLimit } from '@tollgate/contract/usage';

/** A figure: `undefined` when absent, `null` when it is there but no count. */
export type Figure = number | null | undefined;

export function figure(value: unknown): Figure {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < tokenCountLimit ? value : null;
}

export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** The first that is there of the names under which upstreams report a detail. */
export function firstFigure(...candidates: readonly unknown[]): number | null {
  const found = figure(candidates.find((candidate) => candidate !== undefined && candidate !== null));
  return found === undefined ? 0 : found;
}
