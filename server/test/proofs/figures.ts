import type { TestContext } from 'node:test';

/** A row of the fault table (`F1` …), an invariant (`I8`), a layer (`L4`) or a budget (`size`). */
export type ProofRow = string;

export type Figures = Readonly<Record<string, number | string>>;

/** Begins a diagnostic that the proof reporter reads; people read the rest of the line. */
export const figuresMark = 'proof-figures ';
export const notRunMark = 'proof-not-run ';

/** Hands figures to the report of `npm run prove`; in the suite they are a line of its output. */
export function reportFigures(context: TestContext, row: ProofRow, figures: Figures): void {
  context.diagnostic(`${figuresMark}${JSON.stringify({ row, figures })}`);
}

/** Says that something could not be tried on this machine. Never counts as passed. */
export function notRun(context: TestContext, row: ProofRow, reason: string): void {
  context.diagnostic(`${notRunMark}${JSON.stringify({ row, reason })}`);
  context.skip(reason);
}
