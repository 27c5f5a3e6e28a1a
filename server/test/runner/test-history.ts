import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CoverageRecord } from './coverage-record.ts';
import { root } from './imports-of.ts';

/** How a test file went when it was last run on this machine. */
export interface LastRun {
  readonly failed: boolean;
  /** Of a processor; `null` when it was not measured. */
  readonly cpuSeconds: number | null;
}

export type TestHistory = Readonly<Record<string, LastRun>>;

const historyFile = join(root, 'node_modules', '.cache', 'tollgate', 'test-history.json');

/** More would keep the quick ones waiting. */
const urgentMax = 12;

/** What is known of earlier runs; nothing, where there were none. */
export function readHistory(file = historyFile): TestHistory {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestHistory;
  } catch {
    return {};
  }
}

/** Adds a run to what is known. */
function addToHistory(run: TestHistory, file = historyFile): void {
  mkdirSync(dirname(file), { recursive: true });
  const own = `${file}.${String(process.pid)}`;
  writeFileSync(own, JSON.stringify({ ...readHistory(file), ...run }));
  renameSync(own, file);
}

/** Keeps how the files of a run went, from what their processes (`run-group.ts`) and the reporter have written into its folder. */
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

/**
 * What probably fails first, in this order: files that failed when they were last run, those that were changed, and those beside sources
 * that were changed.
 */
export function urgentOf(files: readonly string[], history: TestHistory, changed: readonly string[]): readonly string[] {
  const failed = files.filter((file) => history[file]?.failed === true);
  const touched = files.filter((file) => changed.includes(file) || changed.includes(file.replace(/\.test\.ts$/, '.ts')));
  return [...new Set([...failed, ...touched])].slice(0, urgentMax);
}

/** What each file costs: as last measured, or as recorded. */
export function cpuSecondsOf(records: readonly CoverageRecord[], history: TestHistory): ReadonlyMap<string, number> {
  const costs = new Map(records.map(({ file, cpuSeconds }) => [file, cpuSeconds]));
  for (const [file, { cpuSeconds }] of Object.entries(history)) if (cpuSeconds !== null) costs.set(file, cpuSeconds);
  return costs;
}
