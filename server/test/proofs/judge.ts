import { figuresMark, notRunMark, type Figures } from './figures.ts';
import type { Proof } from './proof.ts';
import type { TestLine } from './reporter.ts';
import type { FileRun } from './run-file.ts';

export type ProofState = 'passed' | 'failed' | 'not run';

/** The result of one run of a proof. */
export interface Verdict {
  readonly state: ProofState;
  /** Failures, or reasons for not running a test. */
  readonly reasons: readonly string[];
  readonly tests: number;
  readonly figures: readonly { readonly row: string; readonly figures: Figures }[];
}

/** A test with its inner tests: those that ended before it, at a deeper level. */
function withInner(lines: readonly TestLine[], at: number): readonly TestLine[] {
  const outer = lines[at];
  if (outer === undefined) return [];
  let from = at;
  while ((lines[from - 1]?.nesting ?? -1) > outer.nesting) from -= 1;
  return lines.slice(from, at + 1);
}

/** The ended tests that a proof names, and names without a test. */
function claimed({ tests }: Proof, lines: readonly TestLine[]): { own: readonly TestLine[]; missing: readonly string[] } {
  if (tests === 'all') return { own: lines, missing: lines.length === 0 ? ['any test'] : [] };
  const own = new Set<TestLine>();
  const missing = tests.filter((beginning) => {
    let isMissing = true;
    for (const [at, line] of lines.entries()) {
      if (!line.name.startsWith(beginning)) continue;
      isMissing = false;
      for (const inner of withInner(lines, at)) own.add(inner);
    }
    return isMissing;
  });
  return { own: lines.filter((line) => own.has(line)), missing };
}

/** Data that tests reported with a prefix, parsed. */
function told(lines: readonly TestLine[], mark: string): readonly unknown[] {
  const marked = lines.flatMap(({ diagnostics }) => diagnostics).filter((text) => text.startsWith(mark));
  return marked.map((text) => JSON.parse(text.slice(mark.length)) as unknown);
}

/** The verdict on a proof from a run of its file. A test that did not run never counts as passed. */
export function judge(proof: Proof, { lines, fault }: FileRun): Verdict {
  const { own, missing } = claimed(proof, lines);
  const failures = own.filter(({ state, isSuite }) => state === 'failed' && !isSuite);
  const skipped = own.filter(({ state }) => state === 'skipped');
  const reasons = [
    ...failures.map(({ name, reason }) => `${name}: ${reason.split('\n')[0] ?? ''}`),
    ...(fault === null ? missing.map((name) => `no test ran whose name begins with: ${name}`) : [fault]),
  ];
  const tests = own.filter(({ isSuite }) => !isSuite);
  if (tests.length === 0 && reasons.length === 0) reasons.push('no test ran');
  const hasFailed = reasons.length > 0 || own.some(({ state }) => state === 'failed');
  const figures = told(own, figuresMark) as Verdict['figures'];
  if (hasFailed) return { state: 'failed', reasons, tests: tests.length, figures };
  const unrun = told(skipped, notRunMark) as readonly { row: string; reason: string }[];
  const said = new Set(unrun.map(({ row, reason }) => `${row}: ${reason}`));
  for (const { name, reason, diagnostics } of skipped)
    if (!diagnostics.some((text) => text.startsWith(notRunMark))) said.add(`${name}: ${reason}`);
  return { state: skipped.length > 0 ? 'not run' : 'passed', reasons: [...said], tests: tests.length, figures };
}
