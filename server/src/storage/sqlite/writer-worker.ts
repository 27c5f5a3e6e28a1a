import { parentPort, workerData } from 'node:worker_threads';
import type { AuditDraft } from '../engine.ts';
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
  readonly ['group', GroupMessage, string] | readonly ['unit', UnitMessage, readonly AuditDraft[]] | readonly ['close'];

/** Pages in the write-ahead log that set off a checkpoint (16 MiB): rarer is cheaper, a longer log is slower to read. */
const checkpointPages = 4000n;

const { file } = workerData as { file: string };
let connection: Connection | null = null;

function open(): Connection {
  connection ??= new Connection(file, { readOnly: false, cacheKib: 32_768 });
  return connection;
}

/** After an I/O error nothing that the connection holds in memory is believed: it is opened anew, from the files. */
function abandon(): void {
  try {
    connection?.close();
  } catch {
    // The handle is dropped either way.
  }
  connection = null;
}

function checkpoint(current: Connection): void {
  try {
    const state = current.prepare('pragma wal_checkpoint(noop)').get();
    if (((state?.log as bigint | undefined) ?? 0n) < checkpointPages) return;
    current.prepare('pragma wal_checkpoint(passive)').get();
  } catch (error) {
    // What is committed stays in the log; the next commit meets the same fault and reports it.
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
  connection?.rollback();
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
  if (connection !== null) checkpoint(connection);
});
