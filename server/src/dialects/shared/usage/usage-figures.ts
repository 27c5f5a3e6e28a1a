import { figure } from '../figure.ts';

export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/**
 * The largest of the available figures: some upstreams report a detail in several places, with zero where they left it out. 0 if there are
 * none, `null` if one is invalid.
 */
export function largestFigure(...candidates: readonly unknown[]): number | null {
  let most = 0;
  for (const candidate of candidates) {
    const found = figure(candidate);
    if (found === null) return null;
    if (found !== undefined && found > most) most = found;
  }
  return most;
}
