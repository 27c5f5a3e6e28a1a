import { figure } from '../shared/figure.ts';

export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/**
 * The largest of the figures that are there: some upstreams say a detail in several places, and zero in those that they forgot.
 * 0 where nothing is said, `null` where one of them is no count.
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
