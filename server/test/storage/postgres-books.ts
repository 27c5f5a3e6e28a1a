/** Shared by the tests of PostgreSQL as an engine: a separate server, and a prepared database that each test copies. */
import assert from 'node:assert/strict';
import { CompiledQuery } from 'kysely';
import type { CallRecord } from '../../src/domain/books/call-record.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createIds } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { auditBooks } from '../../src/books/audit/audit-books.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { openPostgres } from '../../src/service/database/open-postgres.ts';
import type { PostgresOptions } from '../../src/storage/postgres/open-postgres.ts';
import { PostgresServer } from '../servers/postgres-server.ts';
import { sampleRecord, seedTenants } from './sample-books.ts';

const prepared = 'books_1';

export const ids = createIds(systemClock);

/** A private server with one prepared database. */
export class PostgresBooks {
  readonly server: PostgresServer;

  private constructor(server: PostgresServer) {
    this.server = server;
  }

  static async start(): Promise<PostgresBooks> {
    const server = await PostgresServer.start();
    try {
      const engine = await openEngine(await server.newDatabase());
      await seedTenants(engine);
      await engine.close();
      return new PostgresBooks(server);
    } catch (error) {
      await server.remove();
      throw error;
    }
  }

  /** A copy of the prepared database; returns its address. */
  newBooks(): Promise<string> {
    return this.server.newDatabase(prepared);
  }

  /** Runs a test on a separate database. */
  async onBooks(test: (engine: Engine, url: string) => Promise<void>): Promise<void> {
    const url = await this.newBooks();
    const engine = await openEngine(url);
    try {
      await test(engine, url);
    } finally {
      await engine.close();
    }
  }

  async remove(): Promise<void> {
    await this.server.remove();
  }
}

/** Opens a database like a node. */
export function openEngine(url: string, options: Partial<PostgresOptions> = {}): Promise<Engine> {
  return openPostgres({ url, clock: systemClock, logger: silentLogger, soleNode: false, ...options });
}

/** Number of rows of a table or condition. */
export async function rows(engine: Engine, from: string): Promise<number> {
  return Number((await engine.read('reports', CompiledQuery.raw(`select count(*) as rows from ${from}`)))[0]?.rows);
}

export function write(engine: Engine, sql: string): Promise<readonly number[]> {
  return engine.write([{ query: CompiledQuery.raw(sql) }], []);
}

/** A complete, charged call admitted now. */
export function newRecord(overrides: Partial<CallRecord> = {}): CallRecord {
  return sampleRecord(ids, systemClock.nowMs(), overrides);
}

export async function assertAddsUp(engine: Engine): Promise<void> {
  assert.deepEqual((await auditBooks(engine, { incarnation: null })).findings, []);
}
