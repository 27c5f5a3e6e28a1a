import { join } from 'node:path';
import type { CompiledQuery } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Engine, FileCheck, Snapshot } from '../engine.ts';
import { StorageError, StorageStartError } from '../storage-error.ts';
import { backupDatabase } from './backup.ts';
import { checkPages, isTruncated, refuseLostCommits, refuseLostDatabase } from './check-file.ts';
import { Connection } from './connection.ts';
import { lockDataFolder } from './data-folder.ts';
import { faultOf } from './fault.ts';
import { checkFiles } from './file-check.ts';
import { encodeGroup } from './group-message.ts';
import type { Migration } from '../schema-change.ts';
import { migrate } from './migrate.ts';
import type { MigrateOptions } from './migrate.ts';
import type { ReaderAnswer, ReaderRequest } from './reader-worker.ts';
import { WorkerClient } from './worker-client.ts';
import type { WriterRequest } from './writer-worker.ts';

export interface SqliteOptions {
  /** Created if missing. Contains `tollgate.db` and its companion files. */
  readonly folder: string;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Longer than people need to go from page to page, shorter than the minute between jobs that read reports. */
const reportsRestMs = 20_000;

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

/** When a reader thread is stopped: it uses memory, which a few queries per minute do not justify. */
interface Rest {
  readonly clock: Pick<Clock, 'after'>;
  /** Time without a query or an open snapshot. */
  readonly afterMs: number;
}

/** A reader thread; snapshots are numbered per reader. */
class Reader {
  readonly #client: WorkerClient<ReaderRequest>;
  /** `null`: the thread is never stopped. */
  readonly #rest: Rest | null;
  #snapshots = 0;
  /** Number of running queries and snapshots. */
  #uses = 0;
  #stayAwake: (() => void) | null = null;

  constructor(file: string, cacheKib: number, rest: Rest | null) {
    this.#client = new WorkerClient(readerScript, { file, cacheKib });
    this.#rest = rest;
  }

  async read(query: CompiledQuery, snapshot: number | null = null): Promise<readonly Record<string, unknown>[]> {
    const answer = await this.#use(() => this.#client.ask(['read', query.sql, query.parameters, snapshot]));
    return rowsOf(answer as ReaderAnswer);
  }

  snapshot<Result>(use: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    this.#snapshots += 1;
    const number = this.#snapshots;
    return this.#use(async () => {
      await this.#client.ask(['open', number]);
      try {
        return await use({ read: (query) => this.read(query, number) });
      } finally {
        await this.#client.ask(['release', number]);
      }
    });
  }

  close(): Promise<void> {
    this.#stayAwake?.();
    return this.#client.close(['close']);
  }

  async #use<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#uses += 1;
    this.#stayAwake?.();
    try {
      return await work();
    } finally {
      this.#uses -= 1;
      if (this.#uses === 0 && this.#rest !== null) this.#stayAwake = this.#restAfter(this.#rest);
    }
  }

  #restAfter({ clock, afterMs }: Rest): () => void {
    return clock.after(afterMs, () => {
      // A thread that failed meanwhile has ended as well.
      this.#client.rest(['close']).catch(() => undefined);
    });
  }
}

/** Write-ahead logging is a property of the file. It is set once here, with the schema, before any thread opens the file. */
function prepareFile(file: string, migrations: readonly Migration[], options: MigrateOptions): void {
  let connection: Connection | null = null;
  try {
    const isShort = isTruncated(file);
    connection = new Connection(file, { readOnly: false, cacheKib: 8192 });
    if (isShort) checkPages(connection);
    refuseLostCommits(connection, file);
    connection.db.exec('pragma journal_mode = wal');
    migrate(connection.db, migrations, options);
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
 * The embedded engine: one file in WAL mode with an fsync per commit, one writer thread and two reader threads. The reader for reports is
 * stopped while unused.
 * @throws {StorageStartError} with one sentence for the operator.
 */
export async function openSqliteFile(
  { folder, logger, clock }: SqliteOptions,
  migrations: readonly Migration[],
): Promise<Engine> {
  const file = join(folder, 'tollgate.db');
  refuseLostDatabase(folder, file);
  const owned = lockDataFolder(folder, ['tollgate.db']);
  try {
    prepareFile(file, migrations, { nowMs: clock.nowMs(), folder, logger });
  } catch (error) {
    owned.release();
    throw error;
  }
  const writer = new WorkerClient<WriterRequest>(writerScript, { file });
  const lanes = {
    hot: new Reader(file, 8192, null),
    reports: new Reader(file, 16_384, { clock, afterMs: reportsRestMs }),
  };
  // These threads start now and not with the first request. The one for reports uses memory, so it starts with the first report.
  await Promise.all([writer.ask(['unit', [], []]), lanes.hot.snapshot(() => Promise.resolve())]);
  logger.debug({ folder }, 'storage is open');
  let closed = false;
  const closing = new AbortController();
  let checking: Promise<readonly FileCheck[]> | null = null;
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
    // Requests during a check share its result.
    checkFiles: () =>
      (checking ??= checkFiles({ folder, logger, signal: closing.signal }).finally(() => {
        checking = null;
      })),
    async close() {
      if (closed) return;
      closed = true;
      closing.abort(new StorageError('outage', 'the database is closed'));
      await Promise.all([lanes.hot.close(), lanes.reports.close()]);
      // Closed last, so that closing it moves the content of the write-ahead log to the file.
      await writer.close(['close']);
      owned.release();
    },
  };
}
