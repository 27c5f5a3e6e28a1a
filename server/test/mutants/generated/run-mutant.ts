import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testSeed } from '../../proofs/seed.ts';
import type { FirstFailure } from './first-failure.ts';
import type { GeneratedMutant } from './generate.ts';
import type { Target } from './target.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const preload = new URL('../preload.ts', import.meta.url).href;
const reporter = new URL('./first-failure.ts', import.meta.url).href;
/** A test or round that takes longer counts as having noticed, because it would never have ended. */
const testMsMax = 40_000;
const roundMsMax = 150_000;
/** Maximum wait of a test; without a bug, the event occurs within milliseconds. */
const patienceMs = 8_000;
/** Shared, because hundreds of processes compile the same modules except one. */
const compiled = mkdtempSync(join(tmpdir(), 'tollgate-compiled-'));
process.once('exit', () => {
  rmSync(compiled, { recursive: true, force: true });
});

interface Round {
  readonly code: number | null;
  readonly out: string;
}

async function run(files: readonly string[], mutant: GeneratedMutant['mutant'] | null, skip?: string): Promise<Round> {
  const { NODE_TEST_CONTEXT: _, TOLLGATE_PROVE: __, ...own } = process.env;
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-mutant-'));
  // Database servers of tests do not run as root.
  await chmod(folder, 0o711);
  const env = {
    ...own,
    TMPDIR: folder,
    NODE_COMPILE_CACHE: compiled,
    TOLLGATE_TEST_PATIENCE_MS: String(patienceMs),
    TOLLGATE_TEST_SEED: String(testSeed),
    ...(mutant === null ? {} : { NODE_OPTIONS: `--import=${preload}`, MUTANT: JSON.stringify(mutant) }),
  };
  const flags = ['--test', '--test-isolation=none', '--test-force-exit', `--test-timeout=${String(testMsMax)}`];
  const skipped = skip === undefined ? [] : [`--test-skip-pattern=${skip}`];
  const child = spawn(process.execPath, [...flags, ...skipped, `--test-reporter=${reporter}`, ...files], {
    cwd: root,
    env,
    timeout: roundMsMax,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let out = '';
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  await rm(folder, { recursive: true, force: true });
  return { code, out };
}

function failureIn({ code, out }: Round): FirstFailure | null {
  const line = out.split('\n').find((text) => text.startsWith('{"test":'));
  if (line !== undefined) return JSON.parse(line) as FirstFailure;
  if (code === null) return { test: 'the whole round', how: 'by time', message: 'it never came to its end' };
  return code === 0 ? null : { test: 'the whole round', how: null, message: `exit code ${String(code)}: ${out.slice(0, 300)}` };
}

/** The first test that fails with the mutant (`null` if none does); rounds run until one has such a test. */
export async function firstToNotice(
  { rounds, skip }: Pick<Target, 'rounds' | 'skip'>,
  mutant: GeneratedMutant['mutant'] | null,
): Promise<FirstFailure | null> {
  for (const files of rounds) {
    const failure = failureIn(await run(files, mutant, skip));
    if (failure !== null) return failure;
  }
  return null;
}
