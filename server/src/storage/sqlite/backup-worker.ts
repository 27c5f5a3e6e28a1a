import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, backup } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { BackupReport } from './backup.ts';

/** Pages per step (16 MiB). */
const pagesPerStep = 4096;

const { file, path } = workerData as { file: string; path: string };

function report(message: BackupReport): void {
  parentPort?.postMessage(message);
}

function sync(name: string): void {
  const handle = openSync(name, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Written under another name first, so that a file under the requested name is always a complete backup. */
async function run(): Promise<void> {
  const partial = `${path}.partial`;
  closeSync(openSync(partial, 'wx', 0o600));
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    // An open read transaction pins the moment that is copied: without it, every commit would restart the copy.
    source.exec('begin; select 1 from schema_migrations limit 1;');
    await backup(source, partial, {
      rate: pagesPerStep,
      progress: ({ totalPages, remainingPages }) => {
        report(['pages', totalPages - remainingPages, totalPages]);
      },
    });
    sync(partial);
    renameSync(partial, path);
    sync(dirname(path));
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    source.close();
  }
}

try {
  await run();
  report(['done']);
} catch (error) {
  report(['failed', error instanceof Error ? error.message : String(error)]);
}
