import type { Reached } from './reached-tests.ts';

/** Of what all tests cost. What a change reaches from farther away is left to the tiers. */
const shareMax = 0.2;
/** Of a file that was never measured. */
const unknownCpuSeconds = 30;

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
  const costOf = (file: string): number => known.get(file) ?? unknownCpuSeconds;
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
