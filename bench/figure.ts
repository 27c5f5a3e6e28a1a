import { median } from './statistics.ts';

/** How a figure is judged: the candidate over the reference, the candidate minus it, or the candidate alone. */
export type Comparison = 'ratio' | 'difference' | 'absolute';

export interface Figure {
  readonly scenario: string;
  readonly what: string;
  readonly unit: string;
  readonly comparison: Comparison;
  /** Median over the rounds; absent if the reference has no such figure. */
  readonly reference?: number;
  readonly candidate: number;
  /** The judged value: median over the rounds, and its lowest and highest. */
  readonly value: number;
  readonly lowest: number;
  readonly highest: number;
  /** The same comparison of each side's lowest round: what other programs on the machine add is left out. */
  readonly quietest: number;
  /** Greatest value within the budget; absent for a figure without one. */
  readonly limit?: number;
  readonly note?: string;
}

export interface Measured {
  readonly scenario: string;
  readonly what: string;
  readonly unit: string;
  readonly comparison: Comparison;
  /** One value per round; both lists in the same order, because neighbours share the machine's mood. */
  readonly reference?: readonly number[];
  readonly candidate: readonly number[];
  readonly limit?: number;
  readonly note?: string;
}

function compare(comparison: Comparison, value: number, yardstick: number): number {
  if (comparison === 'absolute') return value;
  return comparison === 'ratio' ? value / yardstick : value - yardstick;
}

export function toFigure(measured: Measured): Figure {
  const { scenario, what, unit, comparison, reference, candidate, limit, note } = measured;
  const values = candidate.map((value, round) => compare(comparison, value, reference?.[round] ?? Number.NaN));
  return {
    scenario,
    what,
    unit,
    comparison,
    ...(reference === undefined ? {} : { reference: median(reference) }),
    candidate: median(candidate),
    value: median(values),
    lowest: Math.min(...values),
    highest: Math.max(...values),
    quietest: compare(comparison, Math.min(...candidate), Math.min(...(reference ?? []))),
    ...(limit === undefined ? {} : { limit }),
    ...(note === undefined ? {} : { note }),
  };
}

/** Undefined for a figure without a budget. */
export function isMet(figure: Figure): boolean | undefined {
  return figure.limit === undefined ? undefined : figure.value <= figure.limit;
}
