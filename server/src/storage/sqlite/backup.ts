import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { StorageError } from '../storage-error.ts';

const script = new URL('./backup-worker.ts', import.meta.url);

/** Messages of the backup thread: progress, then one of the two possible endings. */
export type BackupReport =
  | readonly ['pages', done: number, all: number]
  | readonly ['done']
  | readonly ['failed', message: string];

/**
 * Copies the current state of the database into a new file, which is complete and on disk when the promise resolves. Writers are not
 * blocked. To restore, put the file into an empty data folder as `tollgate.db`.
 * @throws {StorageError} if the file exists or cannot be written.
 */
export async function backupDatabase(
  file: string,
  path: string,
  onProgress?: (done: number, all: number) => void,
): Promise<void> {
  if (existsSync(path)) throw new StorageError('row', `${path} exists already; a backup never overwrites a file`);
  const worker = new Worker(script, { workerData: { file, path }, execArgv: [] });
  try {
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (report: BackupReport) => {
        if (report[0] === 'pages') onProgress?.(report[1], report[2]);
        else if (report[0] === 'done') resolve();
        else reject(new StorageError('outage', `the backup to ${path} failed: ${report[1]}`));
      });
      worker.on('error', reject);
      worker.on('exit', () => {
        reject(new StorageError('outage', `the backup to ${path} was broken off`));
      });
    });
  } finally {
    await worker.terminate();
  }
}
