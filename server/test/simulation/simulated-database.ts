import type { CompiledQuery } from 'kysely';
import { UnitConflict, type Engine } from '../../src/storage/engine.ts';
import { bindable, Connection } from '../../src/storage/sqlite/connection.ts';
import { faultOf } from '../../src/storage/sqlite/fault.ts';
import { encodeGroup } from '../../src/storage/sqlite/group-message.ts';
import type { Writing } from '../../src/storage/sqlite/commit-mark.ts';
import { writeGroup } from '../../src/storage/sqlite/group-writer.ts';
import { sqliteMigrations as migrations } from '../../src/service/database/migrations.ts';
import { NothingWritten, writeUnit } from '../../src/storage/sqlite/unit-writer.ts';
import { StorageError } from '../../src/storage/storage-error.ts';
import type { ProcessClock } from '../process-clock.ts';
import type { Chance } from './chance.ts';

/** `lost answer`: committed, but the process gets an error. `stalled`: everything takes seconds. */
export type DatabaseFault = 'none' | 'full' | 'failed commit' | 'lost answer' | 'stalled' | 'unreadable';

interface Work {
  readonly run: (connection: Connection) => unknown;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

export type Row = Readonly<Record<string, unknown>>;

function errorOf(error: unknown): Error {
  if (error instanceof StorageError) return error;
  if (error instanceof NothingWritten) return new UnitConflict(error.message);
  const { kind, message } = faultOf(error);
  return kind === 'conflict' ? new UnitConflict(message) : new StorageError(kind, message);
}

/**
 * Real SQLite with the product's own statements, schema and transactions, but without its threads: the same queue with one writer, with
 * random delays and faults.
 */
export class SimulatedDatabase {
  fault: DatabaseFault = 'none';
  /** Durable transactions so far. */
  commits = 0;
  faultsMet = 0;
  /** Times of failed reads; the owner of a key that was looked up then is unknown. */
  readonly failedReadsAtMs: number[] = [];
  readonly #connection = new Connection(':memory:', { readOnly: false, cacheKib: 8192 });
  readonly #chance: Chance;
  #queue: Work[] = [];
  #isBusy = false;

  constructor(chance: Chance) {
    this.#chance = chance;
    // As in migrate.ts: one of the migrations edits the definition of a table.
    this.#connection.db.enableDefensive(false);
    for (const { sql } of migrations) this.#connection.db.exec(sql);
  }

  /** Reads immediately, like an outside observer. */
  rows(sql: string, ...parameters: unknown[]): readonly Row[] {
    return this.#connection.prepare(sql).all(...bindable(parameters));
  }

  /** Whether no write is in progress. */
  get isIdle(): boolean {
    return !this.#isBusy && this.#queue.length === 0;
  }

  /** The process is gone, however it ended: writes that had not started are dropped. */
  forget(): void {
    this.#queue = [];
    this.#isBusy = false;
  }

  close(): void {
    this.#connection.close();
  }

  engineFor(clock: ProcessClock): Engine {
    const write = <Answer>(run: (connection: Connection) => Answer): Promise<Answer> =>
      new Promise((resolve, reject) => {
        if (!clock.isAlive) return;
        this.#queue.push({ run, resolve: resolve, reject });
        this.#work(clock);
      });
    const read = (query: CompiledQuery): readonly Row[] => this.rows(query.sql, ...query.parameters);
    return {
      sql: 'sqlite',
      read: (_lane, query) => this.#read(clock, () => read(query)),
      // Reads at one moment, with nothing in between.
      snapshot: (use) => use({ read: (query) => Promise.resolve(read(query)) }),
      write: (unit, audit) => {
        const message = unit.map(({ query, mustWrite }) => [query.sql, query.parameters, mustWrite ?? null] as const);
        return write((connection) => writeUnit(numbered(connection), message, audit));
      },
      commitGroup: (group, incarnation) => {
        const message = encodeGroup(group);
        return write((connection) => ({ duplicates: writeGroup(numbered(connection), message, incarnation) }));
      },
      backup: () => Promise.reject(new StorageError('row', 'a simulated database is not copied')),
      close: () => Promise.resolve(),
    };
  }

  /** A read happens at some moment between request and response; later writes are not in the response. */
  #read(clock: ProcessClock, run: () => readonly Row[]): Promise<readonly Row[]> {
    const chance = this.#chance;
    return new Promise((resolve, reject) => {
      clock.after(chance.skewed(0, 10), () => {
        if (this.fault === 'unreadable' && chance.happens(0.5)) {
          this.faultsMet += 1;
          this.failedReadsAtMs.push(clock.monotonicMs());
          clock.after(1, () => {
            reject(new StorageError('outage', 'disk I/O error'));
          });
          return;
        }
        const rows = run();
        clock.after(chance.skewed(0, 10), () => {
          resolve(rows);
        });
      });
    });
  }

  #work(clock: ProcessClock): void {
    if (this.#isBusy) return;
    const work = this.#queue.shift();
    if (work === undefined) return;
    this.#isBusy = true;
    const isStalled = this.fault === 'stalled' && this.#chance.happens(0.5);
    if (isStalled) this.faultsMet += 1;
    clock.after(isStalled ? this.#chance.whole(500, 4_000) : this.#chance.skewed(1, 40) / 4, () => {
      const tell = this.#run(work);
      clock.after(this.#chance.skewed(0, 8) / 4, () => {
        this.#isBusy = false;
        tell();
        this.#work(clock);
      });
    });
  }

  #run({ run, resolve, reject }: Work): () => void {
    const fault = this.fault === 'none' || this.#chance.happens(0.2) ? 'none' : this.fault;
    try {
      if (fault === 'full') throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
      const answer = run(fault === 'failed commit' ? this.#failingAtCommit() : this.#connection) as never;
      this.commits += 1;
      if (fault !== 'lost answer') {
        return () => {
          resolve(answer);
        };
      }
      throw new StorageError('outage', 'a database thread ended unexpectedly');
    } catch (error) {
      this.#connection.rollback();
      if (fault !== 'none') this.faultsMet += 1;
      return () => {
        reject(errorOf(error));
      };
    }
  }

  #failingAtCommit(): Connection {
    const connection = this.#connection;
    const db = {
      exec(sql: string) {
        if (sql === 'commit') throw Object.assign(new Error('disk I/O error'), { errcode: 10 });
        connection.db.exec(sql);
      },
    };
    return { prepare: (sql: string) => connection.prepare(sql), db } as unknown as Connection;
  }
}

function numbered(connection: Connection): Writing {
  const commit = (): void => {
    connection.db.exec('commit');
  };
  return { connection, commits: { commit } };
}
