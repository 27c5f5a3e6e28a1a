import { workerData } from 'node:worker_threads';
import { Connection } from './connection.ts';

/**
 * Moves the content of a long write-ahead log to the database, in parallel with the writer, which would otherwise block for that time. Runs
 * once and ends. A failure changes nothing: the log stays, and the writer meets the same fault.
 */
const { file } = workerData as { file: string };
const connection = new Connection(file, { readOnly: false, cacheKib: 2048 });
try {
  connection.prepare('pragma wal_checkpoint(passive)').get();
} finally {
  connection.close();
}
