import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testSeed } from '../proofs/seed.ts';
import type { TestLine } from './failure-reporter.ts';
import type { Catcher, Mutant } from './mutant.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const preload = new URL('./preload.ts', import.meta.url).href;
const reporter = new URL('./failure-reporter.ts', import.meta.url).href;
const plainCall = fileURLToPath(new URL('./plain-call.ts', import.meta.url));
/** A simulation may run many worlds, two of them concurrently. */
const longestMs = 300_000;

/** Random tests can try this many cases to find a mutant. */
export const casesMax = 200;

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function run(args: readonly string[], mutant: Mutant | null): Promise<Ended> {
  const { NODE_TEST_CONTEXT: _, TOLLGATE_PROVE: __, ...own } = process.env;
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-mutant-'));
  const env = {
    ...own,
    TMPDIR: folder,
    TOLLGATE_TEST_RUNS: String(casesMax),
    TOLLGATE_TEST_FLEETWORLDS: String(casesMax),
    TOLLGATE_TEST_SEED: String(testSeed),
    ...(mutant === null ? {} : { NODE_OPTIONS: `--import=${preload}`, MUTANT: mutant.name }),
  };
  const child = spawn(process.execPath, [...args], { cwd: root, env, timeout: longestMs, killSignal: 'SIGKILL' });
  let [out, err] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (err += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  // Files that a failing test could not remove.
  await rm(folder, { recursive: true, force: true });
  return { code, out, err };
}

/** Starts the gateway with the mutant and makes one ordinary call. */
export function serveWith(mutant: Mutant): Promise<Ended> {
  return run([plainCall], mutant);
}

export interface TestRun {
  readonly tests: readonly TestLine[];
  readonly ended: Ended;
}

/** Runs one test of the ordinary suite, with the mutant if there is one. */
export async function runTest({ file, test }: Catcher, mutant: Mutant | null): Promise<TestRun> {
  const pattern = `^${test.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}`;
  const ended = await run(['--test-force-exit', `--test-reporter=${reporter}`, `--test-name-pattern=${pattern}`, file], mutant);
  const lines = ended.out.split('\n').filter((line) => line.startsWith('{"name":'));
  return { tests: lines.map((line) => JSON.parse(line) as TestLine), ended };
}
