import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { CompiledQuery } from 'kysely';
import { Client } from 'pg';
import { systemClock } from '../../src/platform/clock.ts';
import { closeUsageHours } from '../../src/books/close-usage-hours.ts';
import { UnitConflict } from '../../src/storage/engine.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { IncarnationFenced, StorageError } from '../../src/storage/storage-error.ts';
import { createCallsStore } from '../../src/subjects/calls/calls-store.ts';
import { createLedgerStore } from '../../src/subjects/ledger/ledger-store.ts';
import { count, isFullProof } from '../proofs/counts.ts';
import { CuttingProxy } from '../servers/cutting-proxy.ts';
import type { Cut } from '../servers/cutting-proxy.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres } from '../servers/postgres-server.ts';
import { waitFor } from '../wait-for.ts';
import { assertAddsUp, ids, newRecord, openEngine, PostgresBooks, rows, write } from './postgres-books.ts';
import { auditDraft, group, markOf, sampleRecord } from './sample-books.ts';

const hourMs = 3_600_000;

withServer(postgres, 'what is written to PostgreSQL', () => {
  let books: PostgresBooks;
  before(async () => {
    books = await PostgresBooks.start();
  });
  after(() => books.remove());

  /** Statements that wait for a lock. */
  async function waiting(engine: Engine): Promise<number> {
    return rows(engine, "pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()");
  }

  void describe('a commit', () => {
    void it('keeps text of every kind as it is', async () => {
      await books.onBooks(async (engine) => {
        const awkward = fc.constantFrom('', 'NULL', '{', '}', '"', '\\', ',', "'", ' ', '\n', '\\x41', '§', '😀', '$1', '{}');
        const text = fc.array(fc.oneof(awkward, fc.string({ unit: 'grapheme', maxLength: 5 })), { maxLength: 6 });
        const clean = text.map((parts) => parts.join('').replaceAll('\0', ''));
        await fc.assert(
          fc.asyncProperty(fc.array(fc.tuple(clean, fc.option(clean)), { minLength: 1, maxLength: 5 }), async (texts) => {
            const records = texts.map(([model, error]) => newRecord({ model, error, durationMs: 1 }));
            await engine.commitGroup(group({ closed: records, opened: records.map(markOf) }), 'inc_now');
            for (const stored of records) assert.deepEqual(await createCallsStore(engine).find(stored.id), stored);
          }),
          { numRuns: 40 },
        );
        await assertAddsUp(engine);
      });
    });

    void it('whose connection breaks, before or after it took effect, is neither lost nor done twice', async () => {
      const url = await books.newBooks();
      const proxy = await CuttingProxy.start(books.server.port);
      const engine = await openEngine(url.replace(`:${String(books.server.port)}/`, `:${String(proxy.port)}/`));
      try {
        let stored = 0;
        let changes = Number((await engine.read('hot', CompiledQuery.raw('select count(*) as rows from audit_log')))[0]?.rows);
        const cut = fc.constantFrom<Cut | null>('before commit', 'during commit', 'after commit', null);
        await fc.assert(
          fc.asyncProperty(fc.array(cut, { maxLength: 4 }), fc.integer({ min: 1, max: 20 }), async (script, size) => {
            proxy.script.splice(0, Infinity, ...script);
            const closed = Array.from({ length: size }, () => newRecord());
            assert.deepEqual(await engine.commitGroup(group({ closed }), 'inc_now'), { duplicates: [] });
            stored += size;
            await engine.write(
              [{ query: CompiledQuery.raw("update accounts set credits_revision = credits_revision + 1 where id = 'acc_one'") }],
              [auditDraft('account.patch')],
            );
            changes += 1;
            assert.equal(await rows(engine, 'calls'), stored);
            assert.equal(await rows(engine, 'audit_log'), changes);
          }),
          { numRuns: isFullProof ? count('runs') : 20 },
        );
        const [account] = await engine.read(
          'hot',
          CompiledQuery.raw("select credits_revision from accounts where id = 'acc_one'"),
        );
        assert.equal(account?.credits_revision, BigInt(changes - 2));
        assert.ok(proxy.cuts > 0);
        proxy.script.length = 0;
        await assertAddsUp(engine);
      } finally {
        await engine.close();
        await proxy.close();
      }
    });

    void it('whose connection breaks while the server works on it is waited for: its end is asked of the server', async () => {
      const url = await books.newBooks();
      const proxy = await CuttingProxy.start(books.server.port);
      const engine = await openEngine(url.replace(`:${String(books.server.port)}/`, `:${String(proxy.port)}/`));
      try {
        const slow =
          'create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null; end $$';
        const atCommit = 'create constraint trigger slow after insert on calls deferrable initially deferred for each row';
        for (const sql of [slow, `${atCommit} execute function slow()`]) await write(engine, sql);
        proxy.script.push('during commit');
        const closed = [newRecord()];
        assert.deepEqual(await engine.commitGroup(group({ closed }), 'inc_now'), { duplicates: [] });
        assert.equal(await rows(engine, 'calls'), 1);
        assert.equal(proxy.cuts, 1);
        await assertAddsUp(engine);
      } finally {
        await engine.close();
        await proxy.close();
      }
    });

    void it('of an incarnation that was declared dead is refused, and the declaration waits for one in progress', async () => {
      await books.onBooks(async (engine, url) => {
        await write(engine, "insert into nodes (incarnation, name, started_at, heartbeat_at) values ('inc_now', 'a', 1, 1)");
        const slow = new Client(url);
        await slow.connect();
        try {
          // Blocks the commit halfway: the group waits for this row.
          const held = newRecord();
          await slow.query('begin');
          await slow.query('insert into open_calls (id, incarnation, mark) values ($1, $2, $3)', [
            Buffer.from(held.id.replaceAll('-', ''), 'hex'),
            'inc_other',
            '{}',
          ]);
          const commit = engine.commitGroup(group({ opened: [markOf(held)], closed: [newRecord()] }), 'inc_now');
          await waitFor(async () => (await waiting(engine)) === 1);
          // Queries the database, because two connections can report their results in either order.
          const declaration = write(engine, "update nodes set state = 'dead' where incarnation = 'inc_now'").then(() =>
            rows(engine, 'calls'),
          );
          await waitFor(async () => (await waiting(engine)) === 2);
          await slow.query('rollback');
          assert.equal(await declaration, 1, 'the commit that was under way came first');
          await commit;
        } finally {
          await slow.end();
        }
        const before = await rows(engine, 'usage_hours');
        await assert.rejects(
          engine.commitGroup(group({ closed: [newRecord()] }), 'inc_now'),
          (error) => error instanceof IncarnationFenced && error.fault === 'outage',
        );
        assert.equal(await rows(engine, 'usage_hours'), before);
        assert.equal(await rows(engine, 'calls'), 1);
      });
    });

    void it('of the same calls by two nodes at once is one row and one charge per call, without a deadlock', async () => {
      await books.onBooks(async (engine, url) => {
        const other = await openEngine(url);
        try {
          for (let round = 0; round < 10; round += 1) {
            const closed = Array.from({ length: 50 }, () => newRecord());
            const answers = await Promise.all([
              engine.commitGroup(group({ closed }), 'inc_a'),
              other.commitGroup(group({ closed: [...closed].reverse() }), 'inc_b'),
            ]);
            assert.equal(answers[0].duplicates.length + answers[1].duplicates.length, 50);
          }
          assert.equal(await rows(engine, 'calls'), 500);
          await assertAddsUp(engine);
        } finally {
          await other.close();
        }
      });
    });
  });

  void describe('changes', () => {
    void it('of two nodes at once leave one unbroken chain of audit entries', async () => {
      await books.onBooks(async (engine, url) => {
        const other = await openEngine(url);
        try {
          const rename = { query: CompiledQuery.raw("update accounts set name = name || 'x' where id = 'acc_one'") };
          const units = Array.from({ length: 60 }, (_, index) =>
            (index % 2 === 0 ? engine : other).write([rename], [auditDraft('account.patch')]),
          );
          await Promise.all(units);
          await assertAddsUp(engine);
          assert.equal(await rows(engine, 'audit_log'), 62);
        } finally {
          await other.close();
        }
      });
    });

    void it('to the ledger by two nodes at once, credits here and hours being closed there, leave right totals', async () => {
      await books.onBooks(async (engine, url) => {
        const other = await openEngine(url);
        try {
          const startMs = systemClock.nowMs() - 40 * hourMs;
          const closed = Array.from({ length: 30 }, (_, hour) => sampleRecord(ids, startMs + hour * hourMs));
          await engine.commitGroup(group({ closed }), 'inc_now');
          const credit = { accountId: 'acc_one', bucket: 'paid' as const, amount: 7n, reason: '', actor: 'cli', atMs: 1 };
          const credits = Array.from({ length: 30 }, (_, index) =>
            createLedgerStore(other).credit({ ...credit, id: `led_${String(index)}` }, auditDraft('credit')),
          );
          const closing = closeUsageHours(engine, { nowMs: systemClock.nowMs(), closeAfterMs: hourMs });
          await Promise.all([closing, ...credits]);
          assert.equal(await closing, 30);
          await assertAddsUp(engine);
        } finally {
          await other.close();
        }
      });
    });

    void it('that end in a deadlock are retried, but a conflict of the product is not', async () => {
      await books.onBooks(async (engine, url) => {
        const other = await openEngine(url);
        try {
          const set = (id: string) => ({
            query: CompiledQuery.raw(`update accounts set credits_revision = credits_revision + 1 where id = '${id}'`),
          });
          const rounds = Array.from({ length: 5 }, () =>
            Promise.all([engine.write([set('acc_one'), set('acc_two')], []), other.write([set('acc_two'), set('acc_one')], [])]),
          );
          await Promise.all(rounds);
          const [row] = await engine.read('hot', CompiledQuery.raw('select sum(credits_revision) as sum from accounts'));
          assert.equal(row?.sum, 20n);
          const nothing = {
            query: CompiledQuery.raw("update accounts set name = 'x' where id = 'nobody'"),
            mustWrite: 'account',
          };
          await assert.rejects(engine.write([nothing], []), UnitConflict);
        } finally {
          await other.close();
        }
      });
    });

    void it('that the database refuses are the fault of the data, an unreachable one is an outage', async () => {
      await books.onBooks(async (engine) => {
        const faultOf = async (work: Promise<unknown>): Promise<string> => {
          const error: unknown = await work.then(
            () => null,
            (reason: unknown) => reason,
          );
          return error instanceof StorageError ? error.fault : 'none';
        };
        assert.equal(
          await faultOf(
            write(engine, "insert into accounts (id, name, plan_id, created_at) values ('acc_one', '', 'standard', 1)"),
          ),
          'row',
        );
        assert.equal(await faultOf(write(engine, 'update keys set daily_cap = -1')), 'row');
        assert.equal(await faultOf(engine.commitGroup(group({ closed: [newRecord({ charge: -1n })] }), 'inc_now')), 'row');
        assert.equal(await faultOf(engine.commitGroup(group({ closed: [newRecord({ id: 'no uuid' })] }), 'inc_now')), 'row');
        assert.equal(await faultOf(engine.backup('/nowhere')), 'row');
      });
    });
  });
});
