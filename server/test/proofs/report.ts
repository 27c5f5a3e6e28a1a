import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Verdict } from './judge.ts';
import { proofs } from './promises.ts';

const path = fileURLToPath(new URL('../../../docs/proofs.json', import.meta.url));

/** Shared by the proofs of one run: everything needed to repeat them. */
export interface Circumstances {
  readonly commit: string;
  readonly node: string;
  readonly machine: string;
  readonly seed: number;
  /** `full`, or the counts set by hand. */
  readonly counts: string;
}

/** The last run of one proof. */
export interface ProofResult extends Verdict, Circumstances {
  /** Duration of the whole file. */
  readonly seconds: number;
  /** ISO 8601, UTC. */
  readonly date: string;
  /** Load average at the start, because the machine may have had other work. */
  readonly load: number;
}

export type ProofReport = Readonly<Record<string, ProofResult>>;

/** A proof in docs/proofs.json: without empty lists, and with the name of its circumstances. */
type Stored = Omit<ProofResult, keyof Circumstances | 'reasons' | 'figures'> &
  Partial<Pick<ProofResult, 'reasons' | 'figures'>> & { readonly run: string };

interface StoredReport {
  readonly runs: Readonly<Record<string, Circumstances>>;
  readonly proofs: Readonly<Record<string, Stored>>;
}

/** The circumstances of all results by name: the commit, with a number if a commit was proved under several. */
export function runsOf(report: ProofReport): ReadonlyMap<string, Circumstances> {
  const runs = new Map<string, Circumstances>();
  for (const { commit, node, machine, seed, counts } of Object.values(report)) {
    const own: Circumstances = { commit, node, machine, seed, counts };
    let name = commit;
    for (let at = 2; runs.has(name) && JSON.stringify(runs.get(name)) !== JSON.stringify(own); at += 1)
      name = `${commit}-${String(at)}`;
    runs.set(name, own);
  }
  return runs;
}

/** The name that {@link runsOf} gives to the circumstances of a result. */
export function runName(runs: ReadonlyMap<string, Circumstances>, result: ProofResult): string {
  const [name = ''] =
    [...runs].find(([, run]) => Object.entries(run).every(([what, value]) => result[what as keyof Circumstances] === value)) ??
    [];
  return name;
}

/** From this number of figures on, each has a separate line. */
const figuresOfOneLine = 20;

function storedLine(name: string, stored: Stored): string {
  const { figures = [], ...rest } = stored;
  if (figures.length < figuresOfOneLine) return `${JSON.stringify(name)}: ${JSON.stringify(stored)}`;
  const lines = figures.map((each) => JSON.stringify(each)).join(',\n');
  return `${JSON.stringify(name)}: ${JSON.stringify(rest).slice(0, -1)},"figures":[\n${lines}\n]}`;
}

/** The text of docs/proofs.json: one line per run and per proof. */
export function writtenReport(report: ProofReport): string {
  const runs = runsOf(report);
  const ownLines = Object.entries(report).map(([name, result]) => {
    const { state, tests, seconds, date, load, reasons, figures } = result;
    const some = { ...(reasons.length > 0 ? { reasons } : {}), ...(figures.length > 0 ? { figures } : {}) };
    return storedLine(name, { run: runName(runs, result), state, tests, seconds, date, load, ...some });
  });
  const runLines = [...runs].map(([name, run]) => `${JSON.stringify(name)}: ${JSON.stringify(run)}`);
  return `{"runs": {\n${runLines.join(',\n')}\n},\n"proofs": {\n${ownLines.join(',\n')}\n}}\n`;
}

/** Parses the text of {@link writtenReport}; throws if a proof names missing circumstances. */
export function readWritten(text: string): ProofReport {
  const { runs, proofs: stored } = JSON.parse(text) as StoredReport;
  const results = Object.entries(stored).map(([name, { run, reasons = [], figures = [], ...rest }]) => {
    const own = runs[run];
    if (own === undefined) throw new Error(`docs/proofs.json: ${name} names a run that is not there: ${run}`);
    return [name, { ...rest, ...own, reasons, figures }] as const;
  });
  return Object.fromEntries(results);
}

/** The current report; empty before the first run. */
export function readReport(): ProofReport {
  try {
    return readWritten(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/** Adds results to those of other proofs; removes proofs that are no longer promised. */
export function updateReport(results: ProofReport): void {
  const known: ProofReport = { ...readReport(), ...results };
  const kept = proofs.flatMap(({ name }) => {
    const result = known[name];
    return result === undefined ? [] : [[name, result] as const];
  });
  writeFileSync(`${path}.new`, writtenReport(Object.fromEntries(kept)));
  renameSync(`${path}.new`, path);
}
