import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Change, Range } from './changes.ts';
import { recordsFolder, textHash, type CoverageRecord } from './coverage-record.ts';
import { importsOf, reachedFrom } from './imports-of.ts';
import { isOfTests } from './test-tiers.ts';

/** A test that a change can reach. */
export interface Reached {
  readonly file: string;
  /** The smaller, the more likely it notices. */
  readonly distance: number;
  /** Share of its executed code that belongs to the change; at equal distance, the larger comes first. */
  readonly weight: number;
}

/** The records of runs with `--record`, for tests that still exist. */
export function readRecords(tests: readonly string[], folder = recordsFolder): readonly CoverageRecord[] {
  let names: readonly string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
  const records = names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CoverageRecord);
  return records.filter(({ file }) => tests.includes(file));
}

const distances = { itself: 0, beside: 1, ran: 2, read: 3, imports: 4 } as const;

function rangesIn(ran: readonly number[]): readonly Range[] {
  return Array.from({ length: ran.length / 2 }, (_, at) => [ran[2 * at] ?? 0, ran[2 * at + 1] ?? 0] as const);
}

const keyOf = ([from, to]: Range): string => `${String(from)},${String(to)}`;

/** The innermost function around a range; `null` if there is none. */
function innermost(functions: readonly Range[], [from, to]: Range): Range | null {
  const around = functions.filter((one) => one[0] <= from && to <= one[1]);
  return around.toSorted((one, other) => one[1] - one[0] - (other[1] - other[0]))[0] ?? null;
}

/** The records that ran the changed part of a module. */
function ranIt(change: Change, records: readonly CoverageRecord[]): readonly CoverageRecord[] {
  const { path, before, ranges } = change;
  const withAny = records.filter(({ modules }) => (modules[path]?.ran.length ?? 0) > 0);
  const hash = textHash(before ?? '');
  const current = withAny.filter(({ modules }) => modules[path]?.hash === hash);
  const functions = new Map<string, Range>();
  for (const { modules } of current) for (const range of rangesIn(modules[path]?.ran ?? [])) functions.set(keyOf(range), range);
  const changed = ranges.map((range) => innermost([...functions.values()], range));
  // Code outside of functions can affect any of them.
  if (changed.includes(null)) return withAny;
  const wanted = new Set(changed.flatMap((range) => (range === null ? [] : [keyOf(range)])));
  return withAny.filter(({ modules }) => {
    const module = modules[path];
    if (module?.hash !== hash) return true;
    return rangesIn(module.ran).some((range) => wanted.has(keyOf(range)));
  });
}

/** Share of each test's executed code that belongs to a folder; a function counts more if fewer tests run it. */
function weightsFor(path: string, records: readonly CoverageRecord[]): ReadonlyMap<string, number> {
  const runners = new Map<string, number>();
  const ranBy = (record: CoverageRecord): readonly string[] => rangesIn(record.modules[path]?.ran ?? []).map(keyOf);
  for (const record of records) for (const key of ranBy(record)) runners.set(key, (runners.get(key) ?? 0) + 1);
  return new Map(
    records.map((record) => {
      const sum = ranBy(record).reduce((all, key) => all + 1 / (runners.get(key) ?? 1), 0);
      return [record.file, sum / Math.max(1, record.cpuSeconds)];
    }),
  );
}

/** Known data about the tests and the modules they reach. */
export interface Surroundings {
  readonly tests: readonly string[];
  readonly records: readonly CoverageRecord[];
  /** Every module of the repository, including tests. */
  readonly modules: readonly string[];
}

/** Tests that ran functions in importers of a module. For a module without functions, its effect shows there. */
function ranImporters(importers: ReadonlySet<string>, records: readonly CoverageRecord[]): readonly string[] {
  const runs = ({ modules }: CoverageRecord): boolean =>
    [...importers].some((importer) => (modules[importer]?.ran.length ?? 0) > 0);
  return records.filter(runs).map(({ file }) => file);
}

/** Data needed for every change, looked up once. */
class Index {
  readonly known: Surroundings;
  readonly #importers = new Map<string, Set<string>>();
  /** Tests without records, and what they reach by imports. */
  readonly #unwatched: readonly (readonly [test: string, reached: ReadonlySet<string>])[];

  constructor(known: Surroundings) {
    this.known = known;
    for (const module of known.modules)
      for (const imported of importsOf(module))
        this.#importers.set(imported, (this.#importers.get(imported) ?? new Set()).add(module));
    const recorded = new Set(known.records.map(({ file }) => file));
    const unwatched = known.tests.filter((test) => !recorded.has(test));
    this.#unwatched = unwatched.map((test) => [test, reachedFrom(test, isOfTests)]);
  }

  importersOf(path: string): ReadonlySet<string> {
    return this.#importers.get(path) ?? new Set();
  }

  unwatchedReaching(path: string): readonly string[] {
    return this.#unwatched.filter(([, reached]) => reached.has(path)).map(([test]) => test);
  }
}

/** The tests that one file reaches; a test can occur several times. */
function reachedBy(change: Change, index: Index): readonly Reached[] {
  const { path } = change;
  const { tests, records } = index.known;
  const weights = weightsFor(path, records);
  const at = (distance: number, files: readonly string[]): readonly Reached[] =>
    files.map((file) => ({ file, distance, weight: weights.get(file) ?? 0 }));
  const ran = ranIt(change, records).map(({ file }) => file);
  const importers = index.importersOf(path);
  const source = path.replace(/\.tsx?$/, '');
  const isNear = (test: string): boolean => importers.has(test) || test.replace(/\.test\.tsx?$/, '') === source;
  const readers = records.filter(({ reads }) => reads.includes(path)).map(({ file }) => file);
  const throughImporters = ran.length === 0 ? ranImporters(importers, records) : [];
  return [
    ...at(
      distances.itself,
      tests.filter((test) => test === path),
    ),
    ...at(distances.beside, tests.filter(isNear)),
    ...at(distances.ran, ran),
    ...at(distances.read, readers),
    ...at(distances.imports, [...index.unwatchedReaching(path), ...throughImporters]),
  ];
}

/** The tests that changes can reach, each once, most likely to notice first. */
export function reachedTests(changes: readonly Change[], known: Surroundings): readonly Reached[] {
  const index = new Index(known);
  const sooner = (one: Reached, other: Reached): number => one.distance - other.distance || other.weight - one.weight;
  const all = changes.flatMap((change) => reachedBy(change, index)).toSorted(sooner);
  const nearest = new Map<string, Reached>();
  for (const reached of all) if (!nearest.has(reached.file)) nearest.set(reached.file, reached);
  return [...nearest.values()];
}
