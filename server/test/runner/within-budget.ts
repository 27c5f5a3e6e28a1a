import type { Reached } from './reached-tests.ts';
import { tierOf, type Tier } from './test-tiers.ts';

/** Of what all tests cost. What a change reaches from farther away is left to the tiers. */
const shareMax = 0.2;
/** Of a file of a tier in which none was ever measured. */
const unknownCpuSeconds: Readonly<Record<Tier, number>> = { quick: 1.5, full: 15 };

/** What files of a tier cost in the mean, as far as they were measured. */
function meanCpuSeconds(tier: Tier, known: ReadonlyMap<string, number>): number {
  const costs = [...known].filter(([file]) => tierOf(file) === tier).map(([, cpuSeconds]) => cpuSeconds);
  return costs.length === 0 ? unknownCpuSeconds[tier] : costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
}

/** What is run of the tests that a change reaches, in their order, and what is left. */
export interface Budgeted {
  readonly files: readonly string[];
  readonly left: readonly string[];
  /** Of those that are run. */
  readonly cpuSeconds: number;
  /** Of all tests. */
  readonly allCpuSeconds: number;
}

/** Takes reached tests as far as a fifth of the time of all goes; the nearest ones in any case. */
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
