import type { Reached } from './reached-tests.ts';
import { tierOf, type Tier } from './test-tiers.ts';

/** Share of the cost of all tests. What a change reaches from farther away is left to the tiers. */
const shareMax = 0.2;
/** For files of a tier without any measurement. */
const unknownCpuSeconds: Readonly<Record<Tier, number>> = { quick: 1.5, full: 15 };

/** Mean cost of a tier's measured files. */
function meanCpuSeconds(tier: Tier, known: ReadonlyMap<string, number>): number {
  const costs = [...known].filter(([file]) => tierOf(file) === tier).map(([, cpuSeconds]) => cpuSeconds);
  return costs.length === 0 ? unknownCpuSeconds[tier] : costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
}

/** The reached tests that run, in order, and those left out. */
export interface Budgeted {
  readonly files: readonly string[];
  readonly left: readonly string[];
  /** Cost of the tests that run. */
  readonly cpuSeconds: number;
  /** Cost of all tests. */
  readonly allCpuSeconds: number;
}

/** Selects reached tests up to a fifth of the time of all tests, but always the nearest ones. */
export function withinBudget(
  reached: readonly Reached[],
  tests: readonly string[],
  known: ReadonlyMap<string, number>,
): Budgeted {
  const means = { quick: meanCpuSeconds('quick', known), full: meanCpuSeconds('full', known) };
  const costOf = (file: string): number => known.get(file) ?? means[tierOf(file)];
  const allCpuSeconds = tests.reduce((sum, file) => sum + costOf(file), 0);
  const [files, left]: [string[], string[]] = [[], []];
  let cpuSeconds = 0;
  for (const { file, distance } of reached) {
    const isTaken = distance <= 1 || cpuSeconds + costOf(file) <= shareMax * allCpuSeconds;
    (isTaken ? files : left).push(file);
    if (isTaken) cpuSeconds += costOf(file);
  }
  return { files, left, cpuSeconds, allCpuSeconds };
}
