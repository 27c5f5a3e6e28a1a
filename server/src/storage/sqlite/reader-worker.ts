import { parentPort, workerData } from 'node:worker_threads';
import { Connection, bindable } from './connection.ts';
import { faultOf } from './fault.ts';

/** Requests to a reader. A snapshot has a separate connection, in which one read transaction stays open. */
export type ReaderRequest =
  | readonly ['read', sql: string, parameters: readonly unknown[], snapshot: number | null]
  | readonly ['open', snapshot: number]
  | readonly ['release', snapshot: number]
  | readonly ['close'];

/** Column names, then the values of all rows in order, which are cheaper to copy between threads than objects. */
export type ReaderAnswer = readonly [columns: readonly string[], values: readonly unknown[]];

const { file, cacheKib } = workerData as { file: string; cacheKib: number };
const snapshots = new Map<number, Connection>();
let shared: Connection | null = null;

function connect(): Connection {
  return new Connection(file, { readOnly: true, cacheKib });
}

function connectionFor(snapshot: number | null): Connection {
  if (snapshot === null) return (shared ??= connect());
  const own = snapshots.get(snapshot);
  if (own === undefined) throw new TypeError('this snapshot is closed');
  return own;
}

function read(connection: Connection, sql: string, parameters: readonly unknown[]): ReaderAnswer {
  const statement = connection.prepare(sql);
  statement.setReturnArrays(true);
  const rows = statement.all(...bindable(parameters)) as unknown as unknown[][];
  return [statement.columns().map((column) => column.name), rows.flat(1)];
}

function openSnapshot(snapshot: number): null {
  const connection = connect();
  snapshots.set(snapshot, connection);
  // A transaction sees the moment of its first read, so the first read happens here.
  connection.db.exec('begin; select 1 from schema_migrations limit 1;');
  return null;
}

function closeAll(): null {
  for (const connection of snapshots.values()) connection.close();
  snapshots.clear();
  shared?.close();
  shared = null;
  return null;
}

function handle(request: ReaderRequest): unknown {
  switch (request[0]) {
    case 'read':
      return read(connectionFor(request[3]), request[1], request[2]);
    case 'open':
      return openSnapshot(request[1]);
    case 'release':
      snapshots.get(request[1])?.close();
      return snapshots.delete(request[1]);
    case 'close':
      return closeAll();
  }
}

parentPort?.on('message', ([sequence, request]: readonly [number, ReaderRequest]) => {
  try {
    parentPort?.postMessage([sequence, null, handle(request)]);
  } catch (error) {
    parentPort?.postMessage([sequence, faultOf(error), null]);
  }
});
