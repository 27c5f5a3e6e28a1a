import { dirname, join } from 'node:path';
import { Worker, parentPort, workerData } from 'node:worker_threads';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import { CommitMark, commitMarkFile, type Writing } from './commit-mark.ts';
import { Connection } from './connection.ts';
import { faultOf, isSuspect } from './fault.ts';
import type { WorkerFault } from './fault.ts';
import type { GroupMessage } from './group-message.ts';
import { writeGroup } from './group-writer.ts';
import { NothingWritten, writeUnit } from './unit-writer.ts';
import type { UnitMessage } from './unit-writer.ts';

/** The only writer. Messages are handled in the order they were sent, each in a complete transaction. */
export type WriterRequest =
  | readonly ['group', GroupMessage, string]
  | readonly ['unit', UnitMessage, readonly AuditEntry[]]
  | readonly ['close'];

/**
 * Number of pages in the write-ahead log that triggers a checkpoint (16 MiB). Fewer checkpoints cost less, but a longer log is slower to
 * read.
 */
const checkpointPages = 4000n;

/** A longer log is left to a separate thread, because it would block the writer for long. */
const ownPagesMax = 3n * checkpointPages;
const helperScript = new URL('./checkpoint-worker.ts', import.meta.url);

/**
 * Small on purpose. To order the pages of a full table, SQLite temporarily uses the page number at 1 GiB. A commit after that searches all
 * cached pages for pages beyond the database's end, which with 32 MiB took nearly a fifth of the writer's time. Pages outside this cache
 * come from the operating system's cache.
 */
const cacheKib = 8 * 1024;

const { file } = workerData as { file: string };
let writing: (Writing & { readonly commits: CommitMark }) | null = null;

function open(): Writing {
  if (writing !== null) return writing;
  const connection = new Connection(file, { readOnly: false, cacheKib });
  writing = { connection, commits: new CommitMark(connection, join(dirname(file), commitMarkFile)) };
  return writing;
}

/** After an I/O error, nothing that the connection has in memory is trusted: it is opened again from the files. */
function abandon(): void {
  try {
    writing?.commits.close();
    writing?.connection.close();
  } catch {
    // The handle is dropped in either case.
  }
  writing = null;
}

let helper: Worker | null = null;
/** Length of the log when help was last requested. */
let askedAtPages = 0n;

/** A long-lived reader, such as a backup, has kept the log from being checkpointed, so that it has grown large. */
function askForHelp(logPages: bigint): void {
  if (helper !== null || (logPages > askedAtPages && logPages - askedAtPages < checkpointPages)) return;
  askedAtPages = logPages;
  helper = new Worker(helperScript, { workerData: { file }, execArgv: [] });
  helper.on('error', () => undefined);
  helper.on('exit', () => {
    helper = null;
  });
}

function checkpoint(current: Connection): void {
  try {
    const state = current.prepare('pragma wal_checkpoint(noop)').get();
    const logPages = (state?.log as bigint | undefined) ?? 0n;
    const restPages = logPages - ((state?.checkpointed as bigint | undefined) ?? 0n);
    if (logPages < checkpointPages) return;
    if (restPages > ownPagesMax) askForHelp(logPages);
    else current.prepare('pragma wal_checkpoint(passive)').get();
  } catch (error) {
    // Committed data stays in the log; the next commit meets the same fault and reports it.
    if (isSuspect(error)) abandon();
  }
}

function handle(request: WriterRequest): unknown {
  switch (request[0]) {
    case 'group':
      return writeGroup(open(), request[1], request[2]);
    case 'unit':
      return writeUnit(open(), request[1], request[2]);
    case 'close':
      abandon();
      return null;
  }
}

function fail(error: unknown): WorkerFault {
  writing?.connection.rollback();
  if (error instanceof NothingWritten) return { kind: 'conflict', message: error.message };
  if (isSuspect(error)) abandon();
  return faultOf(error);
}

parentPort?.on('message', ([sequence, request]: readonly [number, WriterRequest]) => {
  try {
    const answer = handle(request);
    parentPort?.postMessage([sequence, null, answer]);
  } catch (error) {
    parentPort?.postMessage([sequence, fail(error), null]);
  }
  if (writing !== null) checkpoint(writing.connection);
});
