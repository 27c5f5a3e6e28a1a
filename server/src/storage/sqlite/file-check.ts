import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Logger } from '../../platform/logger.ts';
import type { FileCheck } from '../engine.ts';
import { holdsSomething } from '../installation-parts.ts';
import { signInFile } from './check-sign-in-file.ts';

export interface FileFound {
  readonly pages: number;
  readonly found: readonly string[];
}

/** Per file, in milliseconds. During the check, the write-ahead log cannot be checkpointed and grows. */
const limitsInUse = { integrity_check: 120_000, quick_check: 180_000 };
const program = fileURLToPath(new URL('./file-check-worker.ts', import.meta.url));
const run = promisify(execFile);

/**
 * Runs in a separate process: a thread inside SQLite cannot be interrupted, neither by a time limit nor when the service stops. Its
 * environment is empty, because ours contains secrets.
 */
async function examine(check: string, file: string, options: { readonly timeout: number; readonly signal: AbortSignal }) {
  const { stdout } = await run(process.execPath, [program, check, file], { ...options, killSignal: 'SIGKILL', env: {} });
  return JSON.parse(stdout) as FileFound;
}

export interface FileCheckOptions {
  /** The data folder. */
  readonly folder: string;
  readonly logger: Logger;
  /** Aborts the check. */
  readonly signal: AbortSignal;
  readonly limits?: typeof limitsInUse;
}

/** `null` if the check did not finish; the log says why. */
async function attempt(
  check: 'integrity_check' | 'quick_check',
  name: string,
  options: FileCheckOptions,
): Promise<FileFound | null> {
  const { folder, logger, signal, limits = limitsInUse } = options;
  try {
    return await examine(check, join(folder, name), { timeout: limits[check], signal });
  } catch (error) {
    signal.throwIfAborted();
    const wasKilled = error instanceof Error && 'killed' in error && error.killed === true;
    const reason = wasKilled ? `not done in ${String(limits[check] / 1000)} s` : String(error);
    logger.warn({ file: name, check, reason }, 'could not check the pages of a database file: check a backup by hand');
    return null;
  }
}

/**
 * Checks every page of a file with `integrity_check`, which also compares indexes with tables. If that takes too long, runs `quick_check`,
 * which reads the file once.
 */
async function checkFile(name: string, options: FileCheckOptions): Promise<FileCheck> {
  const found = (await attempt('integrity_check', name, options)) ?? (await attempt('quick_check', name, options));
  return { file: name, ...(found ?? { pages: null, found: [] }) };
}

/** Checks the databases of the data folder, one after another. `lock.db` is left out: it is locked and never contains a page. */
export async function checkFiles(options: FileCheckOptions): Promise<readonly FileCheck[]> {
  const checked: FileCheck[] = [];
  for (const name of ['tollgate.db', signInFile]) {
    if (holdsSomething(join(options.folder, name))) checked.push(await checkFile(name, options));
  }
  return checked;
}
