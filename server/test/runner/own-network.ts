import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { ipProgram } from '../servers/network-namespace.ts';

/** Set inside, so that a program started there does not repeat this. */
const mark = 'TOLLGATE_TESTS_IN_OWN_NETWORK';

/**
 * Runs this program again in a separate network with only a loopback, and ends with it, so that nobody else sees its network devices.
 * Returns `false` without an effect inside that network, or if this machine forbids it.
 */
export async function runInOwnNetwork(): Promise<boolean> {
  if (process.env[mark] !== undefined || spawnSync('unshare', ['--net', 'true']).status !== 0) return false;
  const program = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const child = spawn('unshare', ['--net', 'sh', '-c', '"$0" link set lo up && exec "$@"', ipProgram, ...program], {
    stdio: 'inherit',
    env: { ...process.env, [mark]: '1' },
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'close')) as [number | null];
  process.exitCode = code ?? 1;
  return true;
}
