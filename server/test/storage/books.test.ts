import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CompiledQuery } from 'kysely';
import type { CallRecord } from '../../src/domain/books/call-record.ts';
import { auditBooks } from '../../src/books/audit/audit-books.ts';
import { createCallsStore } from '../../src/subjects/calls/calls-store.ts';
import { assertStored, clock, ids, newRecord, rows, withBooks } from './books-bench.ts';
import { markOf } from './sample-books.ts';

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
