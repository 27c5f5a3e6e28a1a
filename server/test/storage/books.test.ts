import assert from 'node:assert/strict';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CompiledQuery } from 'kysely';
import type { CallRecord } from '../../src/domain/books/call-record.ts';
import { createIds } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { auditBooks } from '../../src/storage/audit/audit-books.ts';
import { createBooks } from '../../src/storage/commit-queue.ts';
import type { RunningBooks } from '../../src/storage/commit-queue.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { recoverOpenCalls } from '../../src/storage/recovery.ts';
import { StorageError } from '../../src/storage/storage-error.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { createCallsStore } from '../../src/storage/stores/calls-store.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { waitFor } from '../wait-for.ts';
import { markOf, sampleRecord, seedTenants } from './sample-books.ts';
import { inTempFolder } from './temp-folder.ts';

const clock = new VirtualClock();
const ids = createIds(clock);
const spillBytes = 256 * 1024;

interface Bench {
  readonly folder: string;
  readonly engine: Engine;
  readonly books: RunningBooks;
  readonly disk: { isBroken: boolean };
  /** Books of a later process over the same files. */
  readonly successor: () => RunningBooks;
}

function newRecord(overrides: Partial<CallRecord> = {}): CallRecord {
  return sampleRecord(ids, clock.nowMs(), overrides);
}

/** Lets virtual time pass until `condition` holds; the work itself is done by real threads and files. */
function until(condition: () => boolean): Promise<void> {
  return waitFor(() => {
    if (condition()) return true;
    clock.advance(100);
    return false;
  });
}

async function withBooks(test: (bench: Bench) => Promise<void>): Promise<void> {
  await inTempFolder(async (folder) => {
    const engine = await openSqlite({ folder, clock, logger: silentLogger });
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

async function rows(engine: Engine, table: string): Promise<number> {
  return Number((await engine.read('hot', CompiledQuery.raw(`select count(*) as rows from ${table}`)))[0]?.rows);
}

async function assertStored(engine: Engine, records: readonly CallRecord[]): Promise<void> {
  const calls = createCallsStore(engine);
  for (const record of records) assert.equal((await calls.find(record.id))?.charge, record.charge);
  assert.equal(await rows(engine, 'calls'), records.length);
  assert.deepEqual((await auditBooks(engine, { incarnation: null })).findings, []);
}

/** Makes the disk full, as far as the database can tell, and undoes it. */
async function setPagesMax(engine: Engine, pages: number): Promise<void> {
  await engine.write([{ query: CompiledQuery.raw(`pragma max_page_count = ${String(pages)}`) }], []);
}

void describe('the books', () => {
  void it('store everything queued before a flush settles', async () => {
    await withBooks(async ({ engine, books }) => {
      const records = Array.from({ length: 1300 }, () => newRecord());
      for (const record of records) books.close(record, []);
      await books.flush();
      await assertStored(engine, records);
      assert.equal(books.stats().queued, 0);
      await books.stop();
    });
  });

  void it('write no mark for a call that closes before its group is taken, and remove the mark of one that closes later', async () => {
    await withBooks(async ({ engine, books }) => {
      const [short, long] = [newRecord(), newRecord()];
      books.open(markOf(short));
      books.open(markOf(long));
      books.close(short, []);
      await books.flush();
      assert.equal(await rows(engine, 'open_calls'), 1);
      books.close(long, []);
      await books.flush();
      assert.equal(await rows(engine, 'open_calls'), 0);
      await assertStored(engine, [short, long]);
      await books.stop();
    });
  });

  void it('clean text that a database would refuse', async () => {
    await withBooks(async ({ engine, books }) => {
      const record = newRecord({
        model: `a\0b\ud800${'m'.repeat(500)}`,
        error: 'e'.repeat(499) + '😀',
        charge: 0n,
        status: 400,
        ending: 'refused',
      });
      books.close(record, []);
      await books.flush();
      const kept = await createCallsStore(engine).find(record.id);
      assert.equal(kept?.model, `ab\ufffd${'m'.repeat(125)}`);
      assert.equal(kept.error, 'e'.repeat(499) + '\ufffd');
      await books.stop();
    });
  });

  void it('put a record that the database refuses into quarantine and store every other one of its group', async () => {
    await withBooks(async ({ engine, books }) => {
      const bad = fc.constantFrom<Partial<CallRecord>>(
        { charge: -1n },
        { id: 'no uuid' },
        { inputTokens: Number.NaN },
        { inputTokens: 1.5 },
      );
      let stored = 0;
      let quarantined = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(fc.option(bad, { freq: 4 }), { minLength: 1, maxLength: 12 }), async (faults) => {
          const records = faults.map((fault) =>
            newRecord(fault === null ? {} : { ...fault, ...('id' in fault ? { id: `no uuid ${ids.uuid()}` } : {}) }),
          );
          for (const record of records) books.close(record, []);
          await books.flush();
          quarantined += faults.filter((fault) => fault !== null).length;
          stored += faults.filter((fault) => fault === null).length;
          assert.equal(await rows(engine, 'quarantined_calls'), quarantined);
          assert.equal(await rows(engine, 'calls'), stored);
          assert.equal(await rows(engine, 'open_calls'), 0);
        }),
        { numRuns: 25 },
      );
      assert.equal(books.accepting, true, 'a bad record is no outage');
      const report = await auditBooks(engine, { incarnation: null });
      assert.equal(report.differenceNano, '0');
      assert.ok(report.findings.every((finding) => finding.kind === 'quarantine'));
      await books.stop();
    });
  });

  void it('fold what a stranger sends in a minute into ten rows and a count', async () => {
    await withBooks(async ({ engine, books }) => {
      for (let request = 0; request < 250; request += 1) {
        books.stray({
          atMs: clock.nowMs(),
          sourceIp: '198.51.100.9',
          path: '/v1/models',
          code: 'invalid_api_key',
          fault: 'unknown key',
        });
      }
      await books.stop();
      const [sum] = await engine.read(
        'hot',
        CompiledQuery.raw('select count(*) as rows, sum(count) as requests from stray_refusals'),
      );
      assert.deepEqual({ ...sum }, { rows: 11n, requests: 250n });
    });
  });
});

void describe('a full disk', () => {
  void it('stops paid calls, keeps every record in the spill file, and ends without a restart', async () => {
    await withBooks(async ({ engine, books, folder }) => {
      const before = newRecord();
      books.close(before, []);
      await books.flush();
      await setPagesMax(engine, 1);
      const during = Array.from({ length: 400 }, () => newRecord());
      for (const record of during) books.close(record, []);
      const open = newRecord();
      books.open(markOf(open));
      await books.flush();
      assert.equal(books.accepting, false);
      assert.equal(books.stats().queued, 0, 'nothing is left in the memory alone');
      assert.ok((await stat(join(folder, 'spill'))).size >= spillBytes);
      assert.equal((await createCallsStore(engine).page({ limit: 10 })).rows.length, 1, 'reading goes on');
      clock.advance(1000);
      await until(() => books.stats().state === 'outage');
      await setPagesMax(engine, 1_000_000);
      await until(() => books.accepting);
      const after = newRecord();
      books.close(open, []);
      books.close(after, []);
      await books.flush();
      await assertStored(engine, [before, ...during, open, after]);
      assert.equal(await rows(engine, 'open_calls'), 0);
      await books.stop();
    });
  });

  void it('during which the process dies costs no record: the next start stores them, and voids what was open', async () => {
    await withBooks(async ({ engine, books, disk, successor }) => {
      disk.isBroken = true;
      const records = Array.from({ length: 30 }, () => newRecord());
      const open = newRecord();
      books.open(markOf(open));
      for (const record of records) books.close(record, []);
      await books.flush();
      // The process is gone here: its books are never stopped.
      disk.isBroken = false;
      const next = successor();
      await next.start();
      assert.equal(await recoverOpenCalls(engine, { clock, logger: silentLogger, incarnation: 'inc_next' }), 1);
      await assertStored(engine, [...records, { ...open, charge: 0n }]);
      const again = successor();
      await again.start();
      assert.equal(again.stats().committedCalls, 0, 'the spill file is empty after it was stored');
      await again.stop();
    });
  });

  void it('leaves rows of refused, free requests out before it runs out of space for charged ones', async () => {
    await withBooks(async ({ engine, books, disk }) => {
      disk.isBroken = true;
      const charged: CallRecord[] = [];
      for (let round = 0; round < 20; round += 1) {
        charged.push(newRecord());
        books.close(charged.at(-1) ?? newRecord(), []);
        for (let index = 0; index < 50; index += 1) books.close(newRecord({ charge: 0n, status: 503, ending: 'refused' }), []);
        await books.flush();
      }
      const { dropped, spillBytesUsed } = books.stats();
      assert.ok(dropped > 0);
      assert.ok(spillBytesUsed < spillBytes, String(spillBytesUsed));
      disk.isBroken = false;
      await until(() => books.accepting);
      assert.equal(await rows(engine, 'calls where charge > 0'), charged.length);
      assert.equal(await rows(engine, 'calls'), 20 * 51 - dropped);
      await books.stop();
    });
  });
});

void describe('an outage', () => {
  /** An engine whose commits do what a test says. */
  function faulty(engine: Engine, fault: () => Promise<void>): Engine {
    return {
      ...engine,
      async commitGroup(part, incarnation) {
        await fault();
        return await engine.commitGroup(part, incarnation);
      },
    };
  }

  void it('that begins and ends at any commit, before or after it took effect, loses nothing and stores nothing twice', async () => {
    await withBooks(async ({ engine, folder }) => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom('fine', 'fails', 'fails after commit'), { maxLength: 8 }),
          fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
          async (script, bursts) => {
            run += 1;
            const steps = [...script];
            const shaky: Engine = {
              ...engine,
              async commitGroup(part, incarnation) {
                const step = steps.shift() ?? 'fine';
                if (step === 'fails') throw new StorageError('outage', 'disk I/O error');
                const answer = await engine.commitGroup(part, incarnation);
                if (step === 'fails after commit') throw new StorageError('outage', 'disk I/O error');
                return answer;
              },
            };
            const spillPath = join(folder, `spill-${String(run)}`);
            const books = createBooks({
              engine: shaky,
              clock,
              logger: silentLogger,
              incarnation: 'inc_now',
              spillPath,
              limits: { spillBytes, groupMax: 16 },
            });
            await books.start();
            const records: CallRecord[] = [];
            for (const size of bursts) {
              for (let index = 0; index < size; index += 1) {
                const record = newRecord();
                records.push(record);
                if (index % 2 === 0) books.open(markOf(record));
                books.close(record, []);
              }
              await books.flush();
            }
            await until(() => books.accepting);
            await books.flush();
            const calls = createCallsStore(engine);
            for (const record of records) assert.equal((await calls.find(record.id))?.charge, record.charge);
            assert.equal(await rows(engine, 'open_calls'), 0);
            assert.equal(books.stats().duplicates, 0);
            await books.stop();
          },
        ),
        { numRuns: 30 },
      );
      assert.deepEqual((await auditBooks(engine, { incarnation: null })).findings, []);
    });
  });

  void it('is declared when a commit takes longer than a second, and what hangs is safe in the spill file', async () => {
    await withBooks(async ({ engine, folder }) => {
      const hang = Promise.withResolvers<undefined>();
      const spillPath = join(folder, 'spill-hang');
      const books = createBooks({
        engine: faulty(engine, () => hang.promise),
        clock,
        logger: silentLogger,
        incarnation: 'inc_now',
        spillPath,
        limits: { spillBytes },
      });
      await books.start();
      const records = [newRecord(), newRecord()];
      for (const record of records) books.close(record, []);
      const flushed = books.flush();
      assert.equal(books.accepting, true);
      clock.advance(1001);
      assert.equal(books.accepting, false);
      await flushed;
      const spilled = await readFile(spillPath, 'utf8');
      for (const record of records) assert.ok(spilled.includes(record.id));
      hang.resolve(undefined);
      await until(() => books.accepting);
      await assertStored(engine, records);
      await books.stop();
    });
  });

  void it('that tears the last frame of the spill file costs no frame before it', async () => {
    await withBooks(async ({ engine, books, disk, folder, successor }) => {
      disk.isBroken = true;
      const records = [newRecord(), newRecord()];
      for (const record of records) {
        books.close(record, []);
        await books.flush();
      }
      const torn = newRecord();
      const usedBefore = books.stats().spillBytesUsed;
      books.close(torn, []);
      await books.flush();
      const file = await open(join(folder, 'spill'), 'r+');
      await file.write(Buffer.alloc(64), 0, 64, usedBefore + 40);
      await file.close();
      disk.isBroken = false;
      const next = successor();
      await next.start();
      await assertStored(engine, records);
      await next.stop();
    });
  });

  void it('of a queue that is full refuses paid calls until it has drained', async () => {
    await withBooks(async ({ engine, folder }) => {
      const hang = Promise.withResolvers<undefined>();
      const limits = { spillBytes, recordsMax: 10 };
      const books = createBooks({
        engine: faulty(engine, () => hang.promise),
        clock,
        logger: silentLogger,
        incarnation: 'inc_now',
        spillPath: join(folder, 'spill-full'),
        limits,
      });
      await books.start();
      const records = Array.from({ length: 12 }, () => newRecord());
      for (const record of records) books.close(record, []);
      assert.equal(books.accepting, false);
      hang.resolve(undefined);
      await books.flush();
      assert.equal(books.accepting, true);
      await assertStored(engine, records);
      await books.stop();
    });
  });
});
