import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { CompiledQuery } from 'kysely';
import { compilerFor, readRows } from '../../../src/storage/compiler.ts';
import { UnitConflict } from '../../../src/storage/engine.ts';
import { createCallsStore } from '../../../src/subjects/calls/calls-store.ts';
import { createFiguresStore } from '../../../src/storage/stores/figures-store.ts';
import { auditDraft, group, sampleRecord } from '../../storage/sample-books.ts';
import { assertBooksAddUp, countRows, type OnBooks } from './engine-bench.ts';

/** Tests of writes: rows, transactions and snapshots. */
export function writingTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: writing`, () => {
    onBooks('the first row of a call wins permanently, and only it counts as usage', async ({ engine, ids, clock }) => {
      const attemptLog = [
        { route: 'p "一"/domestic', fault: 'Error ECONNRESET read', durationMs: 12 },
        { route: 'q/overseas', fault: null, durationMs: 300 },
      ];
      const first = sampleRecord(ids, clock.nowMs(), { attempts: 2, attemptLog });
      const other = sampleRecord(ids, clock.nowMs());
      assert.deepEqual(await engine.commitGroup(group({ closed: [first] }), 'inc_now'), { duplicates: [] });
      const again = { ...first, charge: 999n, status: 500 };
      assert.deepEqual(await engine.commitGroup(group({ closed: [again, other, other] }), 'inc_later'), {
        duplicates: [first.id, other.id],
      });
      assert.equal(await countRows(engine, 'calls'), 2);
      const kept = await createCallsStore(engine).find(first.id);
      assert.deepEqual(kept, { ...first, durationMs: 840 });
      assert.equal(await createFiguresStore(engine).accountUsed('acc_one'), first.charge + other.charge);
      await assertBooksAddUp(engine);
    });

    onBooks('a unit whose statement writes nothing is undone whole, its audit entries with it', async ({ engine }) => {
      const db = compilerFor(engine.sql);
      const before = await countRows(engine, 'audit_log');
      const unit = [
        { query: db.updateTable('accounts').set({ name: 'changed' }).where('id', '=', 'acc_one').compile(), mustWrite: 'first' },
        { query: db.updateTable('accounts').set({ name: 'nobody' }).where('id', '=', 'acc_none').compile(), mustWrite: 'second' },
      ];
      await assert.rejects(
        engine.write(unit, [auditDraft('account.patch')]),
        (error) => error instanceof UnitConflict && error.statement === 'second',
      );
      const [row] = await readRows(engine, 'hot', db.selectFrom('accounts').select('name').where('id', '=', 'acc_one'));
      assert.equal(row?.name, 'one');
      assert.equal(await countRows(engine, 'audit_log'), before);
    });

    onBooks('units and groups are done in the order they were asked for', async ({ engine, ids, clock }) => {
      const db = compilerFor(engine.sql);
      const rename = (text: string) => [
        { query: db.updateTable('accounts').set({ name: text }).where('id', '=', 'acc_one').compile() },
      ];
      await Promise.all([
        engine.write(rename('first'), []),
        engine.commitGroup(group({ closed: [sampleRecord(ids, clock.nowMs())] }), 'inc_now'),
        engine.write(rename('second'), []),
      ]);
      const [row] = await readRows(engine, 'reports', db.selectFrom('accounts').select('name').where('id', '=', 'acc_one'));
      assert.equal(row?.name, 'second');
    });

    onBooks('whole numbers above 2^53 stay exact', async ({ engine }) => {
      const db = compilerFor(engine.sql);
      const large = 2n ** 62n + 1n;
      await engine.write([{ query: db.updateTable('keys').set({ daily_cap: large }).where('id', '=', 'key_one').compile() }], []);
      const [row] = await readRows(engine, 'hot', db.selectFrom('keys').select('daily_cap').where('id', '=', 'key_one'));
      assert.equal(row?.daily_cap, large);
    });

    onBooks('an alert is written once per window, level and arming', async ({ engine }) => {
      const notice = {
        accountId: 'acc_one',
        keyId: 'key_one',
        window: 'key_one:20261121',
        kind: 'cap_80' as const,
        arming: 0,
        text: '80 %',
        atMs: 5,
      };
      await engine.commitGroup(group({ notices: [notice, { ...notice, arming: 1 }] }), 'inc_now');
      await engine.commitGroup(group({ notices: [notice] }), 'inc_now');
      assert.equal(await countRows(engine, 'notices'), 2);
    });

    onBooks('a snapshot sees one moment while commits go on', async ({ engine, ids, clock }) => {
      const rows = CompiledQuery.raw('select count(*) as rows from calls');
      await engine.snapshot(async (snapshot) => {
        assert.equal((await snapshot.read(rows))[0]?.rows, 0n);
        await engine.commitGroup(group({ closed: [sampleRecord(ids, clock.nowMs())] }), 'inc_now');
        assert.equal((await snapshot.read(rows))[0]?.rows, 0n);
        assert.equal((await engine.read('reports', rows))[0]?.rows, 1n);
      });
    });
  });
}
