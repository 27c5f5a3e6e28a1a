import { median } from './statistics.ts';

/** What a figure is judged by: the candidate over the reference, the candidate minus it, or the candidate alone. */
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

function judged(measured: Measured): number[] {
  const { comparison, reference, candidate } = measured;
  if (comparison === 'absolute') return [...candidate];
  return candidate.map((value, round) => {
    const yardstick = reference?.[round] ?? Number.NaN;
    return comparison === 'ratio' ? value / yardstick : value - yardstick;
  });
}

export function toFigure(measured: Measured): Figure {
  const values = judged(measured);
  const { scenario, what, unit, comparison, reference, limit, note } = measured;
  return {
    scenario,
    what,
    unit,
    comparison,
    ...(reference === undefined ? {} : { reference: median(reference) }),
    candidate: median(measured.candidate),
    value: median(values),
    lowest: Math.min(...values),
    highest: Math.max(...values),
    ...(limit === undefined ? {} : { limit }),
    ...(note === undefined ? {} : { note }),
  };
}

/** Undefined for a figure without a budget. */
export function isMet(figure: Figure): boolean | undefined {
  return figure.limit === undefined ? undefined : figure.value <= figure.limit;
}
