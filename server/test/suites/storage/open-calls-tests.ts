import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { silentLogger } from '../../../src/platform/logger.ts';
import { auditBooks } from '../../../src/books/audit/audit-books.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import { recoverOpenCalls } from '../../../src/books/recovery.ts';
import { createCallsStore } from '../../../src/subjects/calls/calls-store.ts';
import { uuidBytes } from '../../../src/storage/uuid-bytes.ts';
import { group, markOf, sampleRecord } from '../../storage/sample-books.ts';
import { assertBooksAddUp, countRows, type OnBooks } from './engine-bench.ts';

/** Tests of calls that a crash left open. */
export function openCallsTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: calls that a crash left open`, () => {
    onBooks('become log rows with charge 0, once', async ({ engine, ids, clock }) => {
      const open = sampleRecord(ids, clock.nowMs());
      const mine = sampleRecord(ids, clock.nowMs());
      const closedLater = sampleRecord(ids, clock.nowMs());
      await engine.commitGroup(group({ opened: [markOf(open), markOf(closedLater)] }), 'inc_dead');
      await engine.commitGroup(group({ opened: [markOf(mine)], closed: [closedLater] }), 'inc_now');
      assert.equal((await auditBooks(engine, { incarnation: 'inc_now' })).findings[0]?.kind, 'open_call');
      clock.advance(1500);
      assert.equal(await recoverOpenCalls(engine, { clock, logger: silentLogger, incarnation: 'inc_now' }), 1);
      assert.equal(await recoverOpenCalls(engine, { clock, logger: silentLogger, incarnation: 'inc_now' }), 0);
      const row = await createCallsStore(engine).find(open.id);
      assert.equal(row?.ending, 'interrupted');
      assert.equal(row.status, 500);
      assert.equal(row.charge, 0n);
      assert.equal(row.durationMs, 1500);
      assert.equal((await createCallsStore(engine).find(closedLater.id))?.ending, 'complete');
      assert.equal(await countRows(engine, 'open_calls'), 1);
      await assertBooksAddUp(engine);
    });

    onBooks('lose against a row that was stored already', async ({ engine, ids, clock }) => {
      const record = sampleRecord(ids, clock.nowMs());
      await engine.commitGroup(group({ closed: [record] }), 'inc_dead');
      await engine.commitGroup(group({ opened: [markOf(record)] }), 'inc_dead');
      await recoverOpenCalls(engine, { clock, logger: silentLogger, incarnation: 'inc_now' });
      assert.equal((await createCallsStore(engine).find(record.id))?.charge, record.charge);
      await assertBooksAddUp(engine);
    });

    onBooks('that are damaged go to quarantine, and no start waits for them', async ({ engine, ids, clock }) => {
      const sound = Array.from({ length: 3 }, () => sampleRecord(ids, clock.nowMs()));
      await engine.commitGroup(group({ opened: sound.map(markOf) }), 'inc_dead');
      const damaged = [
        '',
        '{"id":"',
        'null',
        '{}',
        JSON.stringify({ ...markOf(sampleRecord(ids, clock.nowMs())), accountId: null }),
      ];
      const db = compilerFor(engine.sql);
      const marks = damaged.map((mark) => ({ id: uuidBytes(ids.uuid()), incarnation: 'inc_dead', mark }));
      const nobody = { id: Buffer.from('no id'), incarnation: 'inc_dead', mark: '{}' };
      await engine.write(
        [
          {
            query: db
              .insertInto('open_calls')
              .values([...marks, nobody])
              .compile(),
          },
        ],
        [],
      );
      await recoverOpenCalls(engine, { clock, logger: silentLogger, incarnation: 'inc_now' });
      assert.equal(await countRows(engine, 'open_calls'), 0);
      assert.equal(await countRows(engine, 'calls'), sound.length);
      assert.equal(await countRows(engine, 'quarantined_calls'), marks.length + 1);
      assert.equal((await auditBooks(engine, { incarnation: 'inc_now' })).differenceNano, '0');
    });

    onBooks('under a mark that names another call are closed under the id of their row', async ({ engine, ids, clock }) => {
      const [open, other] = [sampleRecord(ids, clock.nowMs()), sampleRecord(ids, clock.nowMs())];
      const row = { id: uuidBytes(open.id), incarnation: 'inc_dead', mark: JSON.stringify(markOf(other)) };
      await engine.write([{ query: compilerFor(engine.sql).insertInto('open_calls').values(row).compile() }], []);
      assert.equal(await recoverOpenCalls(engine, { clock, logger: silentLogger, incarnation: 'inc_now' }), 1);
      assert.equal((await createCallsStore(engine).find(open.id))?.ending, 'interrupted');
      assert.equal(await countRows(engine, 'open_calls'), 0);
    });
  });
}
