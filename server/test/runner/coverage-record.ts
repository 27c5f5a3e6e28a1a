import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { Session } from 'node:inspector/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import workerThreads from 'node:worker_threads';

/** What a test file reached. */
export interface CoverageRecord {
  readonly file: string;
  readonly cpuSeconds: number;
  /** By module path: a hash of its text, and start and end of the functions that ran (two numbers each). */
  readonly modules: Readonly<Record<string, { readonly hash: string; readonly ran: readonly number[] }>>;
  /** Paths of other repository files that it read. */
  readonly reads: readonly string[];
}

interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly { startOffset: number; endOffset: number; count: number }[] }[];
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

export const recordsFolder = join(root, 'node_modules', '.cache', 'tollgate', 'coverage');

/** The folder for records, or `null` if none are requested. */
export function coverageFolder(): string | null {
  return process.env.TOLLGATE_TEST_COVERAGE ?? null;
}

/** The file with the record of a test file. */
function recordFileOf(file: string): string {
  return join(coverageFolder() ?? recordsFolder, `${file.replaceAll('/', '+')}.json`);
}

export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

/** The path of a file from the root of the repository; `null` for files outside. */
function ownPath(file: string): string | null {
  const path = relative(root, file);
  return path.startsWith('..') || path.includes('node_modules') || path.startsWith('.git/') || path === '' ? null : path;
}

/** Modules with the functions that ran, from the reports of this thread and others. */
class Reached {
  readonly #ran = new Map<string, Set<string>>();

  add(scripts: readonly ScriptCoverage[]): void {
    for (const { url, functions } of scripts) {
      const path = url.startsWith('file:') ? ownPath(fileURLToPath(url)) : null;
      if (path === null) continue;
      const ran = this.#ran.get(path) ?? new Set();
      for (const { ranges } of functions) {
        const [whole] = ranges;
        // A range starting at the first character is the module itself, which ran because something imports it.
        if (whole !== undefined && whole.count > 0 && whole.startOffset > 0)
          ran.add(`${String(whole.startOffset)},${String(whole.endOffset)}`);
      }
      this.#ran.set(path, ran);
    }
  }

  modules(): CoverageRecord['modules'] {
    const modules: Record<string, { hash: string; ran: number[] }> = {};
    for (const [path, ran] of this.#ran) {
      if (!fs.existsSync(join(root, path))) continue;
      const hash = textHash(fs.readFileSync(join(root, path), 'utf8'));
      modules[path] = { hash, ran: [...ran].flatMap((range) => range.split(',').map(Number)) };
    }
    return modules;
  }
}

let session: Session | null = null;
/** Shared by all files of this process, because a module reads its files only once, when it is loaded. */
const reads = new Set<string>();

/** Threads with a separate environment report as well. */
function watchThreads(): void {
  const { Worker } = workerThreads;
  workerThreads.Worker = class extends Worker {
    constructor(script: string | URL, options: workerThreads.WorkerOptions = {}) {
      const { env } = options;
      const { NODE_V8_COVERAGE: coverage } = process.env;
      const isWatched = typeof env === 'object' && coverage !== undefined;
      super(script, isWatched ? { ...options, env: { ...env, NODE_V8_COVERAGE: coverage } } : options);
    }
  };
}

/** From now on, records every repository file that is read. */
function noteReads(): void {
  const note = (file: unknown): void => {
    const path = file instanceof URL ? fileURLToPath(file) : file;
    const own = typeof path === 'string' ? ownPath(join(path.startsWith('/') ? '/' : process.cwd(), path)) : null;
    if (own !== null) reads.add(own);
  };
  const { readFileSync, readFile } = fs;
  const { readFile: promised } = fs.promises;
  Object.assign(fs, {
    readFileSync: (...given: Parameters<typeof readFileSync>) => (note(given[0]), readFileSync(...given)),
    readFile: (...given: Parameters<typeof readFile>) => {
      note(given[0]);
      readFile(...given);
    },
  });
  Object.assign(fs.promises, { readFile: (...given: Parameters<typeof promised>) => (note(given[0]), promised(...given)) });
}

async function beginSession(): Promise<Session> {
  watchThreads();
  noteReads();
  syncBuiltinESMExports();
  const begun = new Session();
  begun.connect();
  await begun.post('Profiler.enable');
  await begun.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return begun;
}

async function taken(): Promise<readonly ScriptCoverage[]> {
  const answer = (await session?.post('Profiler.takePreciseCoverage')) as { readonly result: readonly ScriptCoverage[] };
  return answer.result;
}

/** Their processes run modified or bundled modules. */
const withoutProcesses = /^server\/test\/(mutants\/|scenarios\/bundled-program\.test\.ts$)/;

/** Starts recording what a test file reaches: in this thread, in the threads it starts, and in processes that inherit this environment. */
export async function recordCoverage(file: string): Promise<{ end(cpuSeconds: number): Promise<void> }> {
  if (session === null) session = await beginSession();
  else await taken();
  const others = `${recordFileOf(file)}.threads`;
  fs.rmSync(others, { recursive: true, force: true });
  fs.mkdirSync(others, { recursive: true });
  delete process.env.NODE_V8_COVERAGE;
  if (!withoutProcesses.test(file)) process.env.NODE_V8_COVERAGE = others;
  return {
    async end(cpuSeconds) {
      const reached = new Reached();
      reached.add(await taken());
      for (const name of fs.readdirSync(others)) {
        const report = JSON.parse(fs.readFileSync(join(others, name), 'utf8')) as { readonly result: readonly ScriptCoverage[] };
        reached.add(report.result);
      }
      fs.rmSync(others, { recursive: true, force: true });
      const modules = reached.modules();
      const record: CoverageRecord = {
        file,
        cpuSeconds: Number(cpuSeconds.toFixed(2)),
        modules,
        reads: [...reads].filter((path) => !(path.endsWith('.ts') && path in modules) && !path.startsWith('console/dist')),
      };
      fs.writeFileSync(recordFileOf(file), JSON.stringify(record));
    },
  };
}
