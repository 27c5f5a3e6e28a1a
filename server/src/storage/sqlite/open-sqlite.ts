import { join } from 'node:path';
import type { CompiledQuery } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Engine, Snapshot } from '../engine.ts';
import { StorageStartError } from '../storage-error.ts';
import { backupDatabase } from './backup.ts';
import { Connection } from './connection.ts';
import { takeDataFolder } from './data-folder.ts';
import { faultOf } from './fault.ts';
import { encodeGroup } from './group-message.ts';
import { migrate } from './migrate.ts';
import type { MigrateOptions } from './migrate.ts';
import type { ReaderAnswer, ReaderRequest } from './reader-worker.ts';
import { WorkerClient } from './worker-client.ts';
import type { WriterRequest } from './writer-worker.ts';

export interface SqliteOptions {
  /** Made if missing. Holds `tollgate.db` and its companions. */
  readonly folder: string;
  readonly logger: Logger;
  readonly clock: Clock;
}

const readerScript = new URL('./reader-worker.ts', import.meta.url);
const writerScript = new URL('./writer-worker.ts', import.meta.url);

function rowsOf([columns, values]: ReaderAnswer): Record<string, unknown>[] {
  const rows: Record<string, unknown>[] = [];
  for (let at = 0; at < values.length; at += columns.length) {
    const row: Record<string, unknown> = {};
    for (const [index, column] of columns.entries()) row[column] = values[at + index];
    rows.push(row);
  }
  return rows;
}

/** One of the readers; snapshots are numbered per reader. */
class Reader {
  readonly #client: WorkerClient<ReaderRequest>;
  #snapshots = 0;

  constructor(file: string, cacheKib: number) {
    this.#client = new WorkerClient(readerScript, { file, cacheKib });
  }

  async read(query: CompiledQuery, snapshot: number | null = null): Promise<readonly Record<string, unknown>[]> {
    return rowsOf((await this.#client.ask(['read', query.sql, query.parameters, snapshot])) as ReaderAnswer);
  }

  async snapshot<Result>(use: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    this.#snapshots += 1;
    const number = this.#snapshots;
    await this.#client.ask(['open', number]);
    try {
      return await use({ read: (query) => this.read(query, number) });
    } finally {
      await this.#client.ask(['release', number]);
    }
  }

  close(): Promise<void> {
    return this.#client.close(['close']);
  }
}

/** Write-ahead logging is a property of the file; set once here, with the schema, before any thread opens it. */
function prepareFile(file: string, options: MigrateOptions): void {
  let connection: Connection | null = null;
  try {
    connection = new Connection(file, { readOnly: false, cacheKib: 8192 });
    connection.db.exec('pragma journal_mode = wal');
    migrate(connection.db, options);
  } catch (error) {
    if (error instanceof StorageStartError) throw error;
    const { message } = faultOf(error);
    throw new StorageStartError(
      /malformed|not a database|disk image/.test(message)
        ? `The database ${file} is damaged (${message}): move it away and restore a backup by putting it there as tollgate.db.`
        : `The database ${file} cannot be opened (${message}): check the free space and the permissions of ${options.folder}.`,
      error,
    );
  } finally {
    connection?.close();
  }
}

/**
 * The embedded engine: one file in WAL mode with an fsync per commit, one writer thread and two reader threads.
 * @throws {StorageStartError} with one sentence for the operator.
 */
export async function openSqlite({ folder, logger, clock }: SqliteOptions): Promise<Engine> {
  const owned = takeDataFolder(folder, ['tollgate.db']);
  const file = join(folder, 'tollgate.db');
  try {
    prepareFile(file, { nowMs: clock.nowMs(), folder, logger });
  } catch (error) {
    owned.release();
    throw error;
  }
  const writer = new WorkerClient<WriterRequest>(writerScript, { file });
  const lanes = { hot: new Reader(file, 8192), reports: new Reader(file, 16_384) };
  // These threads start now, not under the first request; the one for reports costs memory and can wait for a report.
  await Promise.all([writer.ask(['unit', [], []]), lanes.hot.snapshot(() => Promise.resolve())]);
  logger.debug({ folder }, 'storage is open');
  let closed = false;
  return {
    sql: 'sqlite',
    read: (lane, query) => lanes[lane].read(query),
    snapshot: (use) => lanes.reports.snapshot(use),
    async write(unit, audit) {
      const message = unit.map(({ query, mustWrite }) => [query.sql, query.parameters, mustWrite ?? null] as const);
      return (await writer.ask(['unit', message, audit])) as number[];
    },
    async commitGroup(group, incarnation) {
      return { duplicates: (await writer.ask(['group', encodeGroup(group), incarnation])) as string[] };
    },
    backup: (path, onProgress) => backupDatabase(file, path, onProgress),
    async close() {
      if (closed) return;
      closed = true;
      await Promise.all([lanes.hot.close(), lanes.reports.close()]);
      // Last, so that its closing folds the write-ahead log into the file.
      await writer.close(['close']);
      owned.release();
    },
  };
}
