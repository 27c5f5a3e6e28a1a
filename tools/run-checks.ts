// `npm run check`: runs the parts in parallel, one per core. Each part is a script `check:<name>`. Its output is printed at its end, and
// only if it failed. Arguments select parts: `node tools/run-checks.ts rules bans`.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The output of one part, and whether it passed. */
interface Ended {
  readonly name: string;
  readonly holds: boolean;
}

/** Longest first, so that no long part runs alone at the end. */
const parts = ['rules', 'types', 'bans', 'direction', 'dead-code', 'house', 'words', 'format'];

const root = join(import.meta.dirname, '..');
const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};

async function run(name: string): Promise<Ended> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--run', `check:${name}`], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...colours },
  });
  const status = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), status]);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? '✔' : '✖'} ${name} (${seconds} s)`);
  if (code !== 0) process.stdout.write(`${out}${err}\n`);
  return { name, holds: code === 0 };
}

async function runAll(names: readonly string[]): Promise<Ended[]> {
  const waiting = [...names];
  const ended: Ended[] = [];
  const lane = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) ended.push(await run(name));
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, lane));
  return ended;
}

const asked = process.argv.slice(2);
const ended = await runAll(asked.length === 0 ? parts : asked);
const failed = ended.filter(({ holds }) => !holds).map(({ name }) => `check:${name}`);
if (failed.length > 0) {
  console.error(`${String(failed.length)} of ${String(ended.length)} checks failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
