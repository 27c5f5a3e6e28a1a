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

/**
 * The one writer. Messages are handled in the order they were sent, each as a closed transaction.
 */
export type WriterRequest =
  | readonly ['group', GroupMessage, string]
  | readonly ['unit', UnitMessage, readonly AuditEntry[]]
  | readonly ['close'];

/** Pages in the write-ahead log that set off a checkpoint (16 MiB): rarer is cheaper, a longer log is slower to read. */
const checkpointPages = 4000n;

/** A longer log is left to a separate thread: the writer would block for long. */
const ownPagesMax = 3n * checkpointPages;
const helperScript = new URL('./checkpoint-worker.ts', import.meta.url);

/**
 * Small on purpose. To order pages of a full table SQLite borrows the number of the one at 1 GiB, and a commit after that searches all cached
 * pages for pages beyond the database's end: with 32 MiB nearly a fifth of the writer's work. Pages outside this cache come from the system's.
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

/** After an I/O error nothing that the connection holds in memory is trusted: it is opened again, from the files. */
function abandon(): void {
  try {
    writing?.commits.close();
    writing?.connection.close();
  } catch {
    // The handle is dropped either way.
  }
  writing = null;
}

let helper: Worker | null = null;
/** How long the log was when help was last asked for. */
let askedAtPages = 0n;

/** A reader that looks at one moment for long, such as a backup, has kept the log from being folded; now there is a lot of it. */
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
