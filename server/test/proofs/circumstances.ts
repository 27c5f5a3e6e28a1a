import { execFileSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ProofResult } from './report.ts';
import { testSeed } from './seed.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

/** The commit to prove; marked if the files differ from it. */
function commit(): string {
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs/proofs.json', ':!docs/proofs.md');
    return git('rev-parse', '--short', 'HEAD') + (changed === '' ? '' : ' with changes');
  } catch {
    return 'unknown';
  }
}

function countsByHand(): string {
  const own = Object.entries(process.env).filter(([name]) => /^TOLLGATE_TEST_(?!SEED$)/.test(name));
  return own.length === 0 ? 'full' : own.map(([name, value]) => `${name}=${value ?? ''}`).join(' ');
}

/** The conditions of a proof run, as needed to repeat it. */
export function circumstances(): Omit<ProofResult, 'state' | 'reasons' | 'tests' | 'figures' | 'seconds'> {
  const [cpu] = cpus();
  const memory = `${String(Math.round(totalmem() / 2 ** 30))} GiB`;
  return {
    seed: testSeed,
    counts: countsByHand(),
    date: new Date().toISOString().replace(/\.\d+/, ''),
    commit: commit(),
    node: process.versions.node,
    machine: `${String(cpus().length)} × ${cpu?.model ?? 'CPU'}, ${memory}, ${type()} ${release().split('-')[0] ?? ''}`,
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  };
}
