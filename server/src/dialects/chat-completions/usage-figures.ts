import { figure } from '../shared/figure.ts';

export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** The first that is there of the names under which upstreams report a detail. */
export function firstFigure(...candidates: readonly unknown[]): number | null {
  const found = figure(candidates.find((candidate) => candidate !== undefined && candidate !== null));
  return found === undefined ? 0 : found;
}
