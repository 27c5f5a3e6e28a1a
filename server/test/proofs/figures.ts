import type { TestContext } from 'node:test';

/** A row of the fault table (`F1` …), an invariant (`I8`), a layer (`L4`) or a budget (`size`). */
export type ProofRow = string;

export type Figures = Readonly<Record<string, number | string>>;

/** Prefix of a diagnostic that the proof reporter reads; the rest of the line is for people. */
export const figuresMark = 'proof-figures ';
export const notRunMark = 'proof-not-run ';

/** Adds figures to the report of `npm run prove`; in the suite they are a line of its output. */
export function reportFigures(context: TestContext, row: ProofRow, figures: Figures): void {
  context.diagnostic(`${figuresMark}${JSON.stringify({ row, figures })}`);
}

/** Reports that something could not be tested on this machine. It never counts as passed. */
export function notRun(context: TestContext, row: ProofRow, reason: string): void {
  context.diagnostic(`${notRunMark}${JSON.stringify({ row, reason })}`);
  context.skip(reason);
}
