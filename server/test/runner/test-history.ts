import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CoverageRecord } from './coverage-record.ts';
import { root } from './imports-of.ts';

/** The result of a test file's last run on this machine. */
export interface LastRun {
  readonly failed: boolean;
  /** CPU seconds; `null` if not measured. */
  readonly cpuSeconds: number | null;
}

export type TestHistory = Readonly<Record<string, LastRun>>;

const historyFile = join(root, 'node_modules', '.cache', 'tollgate', 'test-history.json');

/** More would delay the quick ones. */
const urgentMax = 12;

/** Data of earlier runs; empty if there were none. */
export function readHistory(file = historyFile): TestHistory {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestHistory;
  } catch {
    return {};
  }
}

/** Adds a run to the data. */
function addToHistory(run: TestHistory, file = historyFile): void {
  mkdirSync(dirname(file), { recursive: true });
  const own = `${file}.${String(process.pid)}`;
  writeFileSync(own, JSON.stringify({ ...readHistory(file), ...run }));
  renameSync(own, file);
}

/** Stores the results of a run's files, from what their processes (`run-group.ts`) and the reporter wrote to its folder. */
export function keepHistory(folder: string, file = historyFile): void {
  const run: Record<string, LastRun> = {};
  const names = readdirSync(folder);
  for (const name of names.filter((written) => written.endsWith('.cpu')))
    for (const line of readFileSync(join(folder, name), 'utf8').trim().split('\n')) {
      const [test, cpuSeconds] = JSON.parse(line) as readonly [string, number];
      run[test] = { failed: false, cpuSeconds };
    }
  for (const name of names.filter((written) => written.endsWith('.failed')))
    for (const test of JSON.parse(readFileSync(join(folder, name), 'utf8')) as string[])
      run[test] = { failed: true, cpuSeconds: run[test]?.cpuSeconds ?? null };
  const own = Object.entries(run).filter(([test]) => existsSync(join(root, test)));
  if (own.length > 0) addToHistory(Object.fromEntries(own), file);
}

/** Files that probably fail first, in this order: files that failed in their last run, changed files, and files next to changed sources. */
export function urgentOf(files: readonly string[], history: TestHistory, changed: readonly string[]): readonly string[] {
  const failed = files.filter((file) => history[file]?.failed === true);
  const touched = files.filter((file) => changed.includes(file) || changed.includes(file.replace(/\.test\.ts$/, '.ts')));
  return [...new Set([...failed, ...touched])].slice(0, urgentMax);
}

/** The cost of each file, as last measured or recorded. */
export function cpuSecondsOf(records: readonly CoverageRecord[], history: TestHistory): ReadonlyMap<string, number> {
  const costs = new Map(records.map(({ file, cpuSeconds }) => [file, cpuSeconds]));
  for (const [file, { cpuSeconds }] of Object.entries(history)) if (cpuSeconds !== null) costs.set(file, cpuSeconds);
  return costs;
}
