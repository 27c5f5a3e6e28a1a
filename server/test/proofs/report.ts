import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { houseFormat } from '../docs/house-format.ts';
import type { Verdict } from './judge.ts';
import { proofs } from './promises.ts';

const path = fileURLToPath(new URL('../../../docs/proofs.json', import.meta.url));

/** The last run of one proof, as docs/proofs.json keeps it. */
export interface ProofResult extends Verdict {
  /** Of its whole file. */
  readonly seconds: number;
  readonly seed: number;
  /** `full`, or what was set by hand instead. */
  readonly counts: string;
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly commit: string;
  readonly node: string;
  readonly machine: string;
  /** Average of running processes when it began: the machine may have had other work. */
  readonly load: number;
}

export type ProofReport = Readonly<Record<string, ProofResult>>;

/** The report as it is; empty before the first run. */
export function readReport(): ProofReport {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ProofReport;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/** Enters results beside those of other proofs; what is no longer promised goes. */
export async function updateReport(results: ProofReport): Promise<void> {
  const known: ProofReport = { ...readReport(), ...results };
  const kept = proofs.flatMap(({ name }) => {
    const result = known[name];
    return result === undefined ? [] : [[name, result] as const];
  });
  const text = await houseFormat(path, JSON.stringify(Object.fromEntries(kept)));
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}
