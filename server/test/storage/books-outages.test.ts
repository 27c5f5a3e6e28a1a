import assert from 'node:assert/strict';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CompiledQuery } from 'kysely';
import type { CallRecord } from '../../src/domain/books/call-record.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { auditBooks } from '../../src/books/audit/audit-books.ts';
import { defaultBooksLimits, type BooksLimits, type BooksOptions } from '../../src/books/books-options.ts';
import { createBooks } from '../../src/books/commit-queue.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { recoverOpenCalls } from '../../src/books/recovery.ts';
import { StorageError } from '../../src/storage/storage-error.ts';
import { createCallsStore } from '../../src/subjects/calls/calls-store.ts';
import { assertStored, clock, newRecord, rows, spillBytes, until, withBooks } from './books-bench.ts';
import { waitFor } from '../wait-for.ts';
import { markOf } from './sample-books.ts';

/** Makes the disk look full to the database, and reverts it. */
async function setPagesMax(engine: Engine, pages: number): Promise<void> {
  await engine.write([{ query: CompiledQuery.raw(`pragma max_page_count = ${String(pages)}`) }], []);
}

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
  /** An engine whose commits do what a test requires. */
  function faulty(engine: Engine, fault: () => Promise<void>): Engine {
    return {
      ...engine,
      async commitGroup(part, incarnation) {
        await fault();
        return await engine.commitGroup(part, incarnation);
      },
    };
  }

  function optionsOf(engine: Engine, spillPath: string, limits: Partial<BooksLimits>): BooksOptions {
    return { engine, clock, logger: silentLogger, incarnation: 'inc_now', spillPath, limits };
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
            const books = createBooks(optionsOf(shaky, spillPath, { spillBytes, groupMax: 16 }));
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

  void it('is declared when a commit takes longer than a second: pending records are safe in the spill file, and calls continue for the grace period', async () => {
    await withBooks(async ({ engine, folder }) => {
      const hang = Promise.withResolvers<undefined>();
      const spillPath = join(folder, 'spill-hang');
      const books = createBooks(
        optionsOf(
          faulty(engine, () => hang.promise),
          spillPath,
          { spillBytes },
        ),
      );
      await books.start();
      const records = [newRecord(), newRecord()];
      for (const record of records) books.close(record, []);
      const flushed = books.flush();
      assert.equal(books.accepting, true);
      clock.advance(1001);
      assert.equal(books.stats().state, 'outage');
      await flushed;
      assert.equal(books.accepting, true, 'silence alone is no reason to refuse');
      clock.advance(defaultBooksLimits.refuseAfterMs - 10);
      assert.equal(books.accepting, true);
      clock.advance(10);
      assert.equal(books.accepting, false);
      const spilled = await readFile(spillPath, 'utf8');
      for (const record of records) assert.ok(spilled.includes(record.id));
      hang.resolve(undefined);
      await until(() => books.accepting);
      await assertStored(engine, records);
      await books.stop();
    });
  });

  void it('of a commit that was only slow ends with that commit, not with the next probe', async () => {
    await withBooks(async ({ engine, folder }) => {
      const hang = Promise.withResolvers<undefined>();
      const books = createBooks(
        optionsOf(
          faulty(engine, () => hang.promise),
          join(folder, 'spill-slow'),
          { spillBytes, probeEveryMs: 60_000 },
        ),
      );
      await books.start();
      const records = [newRecord(), newRecord()];
      for (const record of records) books.close(record, []);
      const flushed = books.flush();
      clock.advance(1001);
      assert.equal(books.stats().state, 'outage');
      await flushed;
      hang.resolve(undefined);
      // The commit takes real time but no virtual time, so only waits after it count, and no probe is due.
      await waitFor(() => books.stats().committedCalls === records.length, { what: 'the end of the slow commit' });
      clock.advance(defaultBooksLimits.lingerMs);
      await waitFor(() => books.stats().state === 'normal', { what: 'the end of the outage without a probe' });
      await assertStored(engine, records);
      await books.stop();
    });
  });

  void it('whose commits are slow but succeed does not use up the grace: it is for silence', async () => {
    await withBooks(async ({ engine, folder }) => {
      let hang = Promise.withResolvers<undefined>();
      const books = createBooks(
        optionsOf(
          faulty(engine, () => hang.promise),
          join(folder, 'spill-again'),
          { spillBytes, probeEveryMs: 60_000 },
        ),
      );
      await books.start();
      const record = newRecord();
      books.close(record, []);
      const flushed = books.flush();
      clock.advance(1001);
      await flushed;
      clock.advance(8000);
      const first = hang;
      hang = Promise.withResolvers();
      first.resolve(undefined);
      await waitFor(() => books.stats().committedCalls === 1, { what: 'the end of the first slow commit' });
      clock.advance(defaultBooksLimits.lingerMs);
      assert.equal(books.stats().state, 'recovering');
      clock.advance(defaultBooksLimits.refuseAfterMs - defaultBooksLimits.lingerMs - 10);
      assert.equal(books.accepting, true);
      clock.advance(10);
      assert.equal(books.accepting, false, 'the second silence has a grace of its own, and no more');
      hang.resolve(undefined);
      await waitFor(() => books.stats().state === 'normal', { what: 'the end of the outage' });
      await assertStored(engine, [record]);
      await books.stop();
    });
  });

  void it('that tears the last frame of the spill file loses no frame before it', async () => {
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
      const books = createBooks(
        optionsOf(
          faulty(engine, () => hang.promise),
          join(folder, 'spill-full'),
          limits,
        ),
      );
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
