import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestLine } from './reporter.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const reporter = fileURLToPath(new URL('./reporter.ts', import.meta.url));
const progressEveryMs = 30_000;

export interface FileRun {
  readonly lines: readonly TestLine[];
  readonly seconds: number;
  /** Why the file did not run to its end; `null` if it did. */
  readonly fault: string | null;
}

/** Kills the process with all its children, because servers of a test must not outlive it. */
function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

async function readLines(path: string): Promise<readonly TestLine[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as TestLine);
}

function startTests(file: string, linesPath: string, seed: number): ChildProcess {
  const reporters = [
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${reporter}`, `--test-reporter-destination=${linesPath}`],
  ];
  const env = { ...process.env, TOLLGATE_PROVE: 'full', TOLLGATE_TEST_SEED: String(seed), TEST_SEED: String(seed) };
  // Resources left open by a failed test must not hide its failure.
  return spawn(process.execPath, ['--test-force-exit', ...reporters, join(root, file)], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
}

/** Runs one test file with full counts and a time limit. */
export async function runFile(file: string, { minutesMax, seed }: { minutesMax: number; seed: number }): Promise<FileRun> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-prove-'));
  const linesPath = join(folder, 'tests');
  const startedMs = Date.now();
  const secondsNow = (): number => Math.round((Date.now() - startedMs) / 100) / 10;
  const child = startTests(file, linesPath, seed);
  const state = { isOverdue: false };
  const limit = setTimeout(() => {
    state.isOverdue = true;
    killGroup(child);
  }, minutesMax * 60_000);
  const progress = setInterval(() => {
    process.stdout.write(`  … ${file}: ${String(Math.round(secondsNow()))} s of at most ${String(minutesMax * 60)} s\n`);
  }, progressEveryMs);
  const interrupt = (): never => {
    killGroup(child);
    process.exit(130);
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    const lines = await readLines(linesPath);
    const hasFailure = lines.some(({ state }) => state === 'failed');
    const ended = signal === null ? `exit code ${String(code)}` : `signal ${signal}`;
    const fault = state.isOverdue
      ? `it took longer than ${String(minutesMax)} minutes`
      : code === 0 || hasFailure
        ? null
        : `its process ended with ${ended}`;
    return { lines, seconds: secondsNow(), fault };
  } finally {
    clearTimeout(limit);
    clearInterval(progress);
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    killGroup(child);
    await rm(folder, { recursive: true, force: true });
  }
}
