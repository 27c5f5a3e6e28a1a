/** Shared by the tests of the books. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import type { CallRecord } from '../../src/domain/books/call-record.ts';
import { createIds } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { auditBooks } from '../../src/books/audit/audit-books.ts';
import { createBooks, type RunningBooks } from '../../src/books/commit-queue.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { StorageError } from '../../src/storage/storage-error.ts';
import { createCallsStore } from '../../src/subjects/calls/calls-store.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { waitFor } from '../wait-for.ts';
import { sampleRecord, seedTenants } from './sample-books.ts';
import { inTempFolder } from './temp-folder.ts';
import { openMigrated } from '../migrated-file.ts';

export const clock = new VirtualClock();
export const ids = createIds(clock);
export const spillBytes = 256 * 1024;

interface Bench {
  readonly folder: string;
  readonly engine: Engine;
  readonly books: RunningBooks;
  readonly disk: { isBroken: boolean };
  /** The books of a later process with the same files. */
  readonly successor: () => RunningBooks;
}

export function newRecord(overrides: Partial<CallRecord> = {}): CallRecord {
  return sampleRecord(ids, clock.nowMs(), overrides);
}

/** Lets virtual time pass until `condition` holds; real threads and files do the work. */
export function until(condition: () => boolean): Promise<void> {
  return waitFor(() => {
    if (condition()) return true;
    clock.advance(100);
    return false;
  });
}

/** Runs a test on books with a database that breaks on request. */
export async function withBooks(test: (bench: Bench) => Promise<void>): Promise<void> {
  await inTempFolder(async (folder) => {
    const engine = await openMigrated(folder, clock);
    try {
      await seedTenants(engine);
      const disk = { isBroken: false };
      const shaky: Engine = {
        ...engine,
        commitGroup: (part, incarnation) =>
          disk.isBroken ? Promise.reject(new StorageError('outage', 'disk I/O error')) : engine.commitGroup(part, incarnation),
      };
      const make = (incarnation: string) =>
        createBooks({
          engine: shaky,
          clock,
          logger: silentLogger,
          incarnation,
          spillPath: join(folder, 'spill'),
          limits: { spillBytes },
        });
      const books = make('inc_now');
      await books.start();
      await test({ folder, engine, books, disk, successor: () => make('inc_next') });
    } finally {
      await engine.close();
    }
  });
}

export async function rows(engine: Engine, table: string): Promise<number> {
  return Number((await engine.read('hot', CompiledQuery.raw(`select count(*) as rows from ${table}`)))[0]?.rows);
}

export async function assertStored(engine: Engine, records: readonly CallRecord[]): Promise<void> {
  const calls = createCallsStore(engine);
  for (const record of records) assert.equal((await calls.find(record.id))?.charge, record.charge);
  assert.equal(await rows(engine, 'calls'), records.length);
  assert.deepEqual((await auditBooks(engine, { incarnation: null })).findings, []);
}
