import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '@tollgate/contract/errors';
import { CompiledQuery } from 'kysely';
import { createIds } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { auditBooks } from '../../src/storage/audit/audit-books.ts';
import { closeUsageHours } from '../../src/storage/close-usage-hours.ts';
import { compilerFor, readRows } from '../../src/storage/compiler.ts';
import { UnitConflict } from '../../src/storage/engine.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { purgeCalls } from '../../src/storage/purge-calls.ts';
import { recoverOpenCalls } from '../../src/storage/recovery.ts';
import { createCallsStore } from '../../src/storage/stores/calls-store.ts';
import type { CallsPageRequest } from '../../src/storage/stores/calls-store.ts';
import { createFiguresStore } from '../../src/storage/stores/figures-store.ts';
import { uuidBytes } from '../../src/storage/uuid-bytes.ts';
import { auditDraft, dayOf, group, markOf, sampleRecord, seedSubAccount, seedTenants } from '../storage/sample-books.ts';
import { VirtualClock } from '../virtual-clock.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** An engine on a database of its own, which `end` removes. */
export interface EngineUnderTest {
  readonly engine: Engine;
  end(): Promise<void>;
}

type Bench = EngineUnderTest & { readonly clock: VirtualClock; readonly ids: ReturnType<typeof createIds> };

async function count(
  engine: Engine,
  table: 'calls' | 'open_calls' | 'quarantined_calls' | 'audit_log' | 'notices' | 'frozen_days',
): Promise<number> {
  const query = compilerFor(engine.sql)
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<bigint>().as('rows'));
  return Number((await readRows(engine, 'hot', query))[0]?.rows);
}

async function assertBooksAddUp(engine: Engine): Promise<void> {
  const report = await auditBooks(engine, { incarnation: 'inc_now' });
  assert.deepEqual(report.findings, []);
  assert.equal(report.differenceNano, '0');
  assert.equal(report.ok, true);
}

/** What every storage engine guarantees. */
export function storageSuite(name: string, open: (clock: VirtualClock) => Promise<EngineUnderTest>): void {
  /** Runs one test on seeded books. */
  function onBooks(guarantee: string, test: (bench: Bench) => Promise<void>): void {
    void it(guarantee, async () => {
      const clock = new VirtualClock();
      const under = await open(clock);
      try {
        await seedTenants(under.engine);
        await test({ ...under, clock, ids: createIds(clock) });
      } finally {
        await under.end();
      }
    });
  }

  void describe(`${name}: writing`, () => {
    onBooks('the first row of a call wins for ever, and only it counts as usage', async ({ engine, ids, clock }) => {
      const first = sampleRecord(ids, clock.nowMs());
      const other = sampleRecord(ids, clock.nowMs());
      assert.deepEqual(await engine.commitGroup(group({ closed: [first] }), 'inc_now'), { duplicates: [] });
      const again = { ...first, charge: 999n, status: 500 };
      assert.deepEqual(await engine.commitGroup(group({ closed: [again, other, other] }), 'inc_later'), {
        duplicates: [first.id, other.id],
      });
      assert.equal(await count(engine, 'calls'), 2);
      const kept = await createCallsStore(engine).find(first.id);
      assert.deepEqual(kept, { ...first, durationMs: 840 });
      assert.equal(await createFiguresStore(engine).accountUsed('acc_one'), first.charge + other.charge);
      await assertBooksAddUp(engine);
    });

    onBooks('a unit whose statement writes nothing is undone whole, its audit entries with it', async ({ engine }) => {
      const db = compilerFor(engine.sql);
      const before = await count(engine, 'audit_log');
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
      assert.equal(await count(engine, 'audit_log'), before);
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
      assert.equal(await count(engine, 'notices'), 2);
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
      assert.equal(await count(engine, 'open_calls'), 1);
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
      assert.equal(await count(engine, 'open_calls'), 0);
      assert.equal(await count(engine, 'calls'), sound.length);
      assert.equal(await count(engine, 'quarantined_calls'), marks.length + 1);
      assert.equal((await auditBooks(engine, { incarnation: 'inc_now' })).differenceNano, '0');
    });

    onBooks('under a mark that names another call are closed under the id of their row', async ({ engine, ids, clock }) => {
      const [open, other] = [sampleRecord(ids, clock.nowMs()), sampleRecord(ids, clock.nowMs())];
      const row = { id: uuidBytes(open.id), incarnation: 'inc_dead', mark: JSON.stringify(markOf(other)) };
      await engine.write([{ query: compilerFor(engine.sql).insertInto('open_calls').values(row).compile() }], []);
      assert.equal(await recoverOpenCalls(engine, { clock, logger: silentLogger, incarnation: 'inc_now' }), 1);
      assert.equal((await createCallsStore(engine).find(open.id))?.ending, 'interrupted');
      assert.equal(await count(engine, 'open_calls'), 0);
    });
  });

  void describe(`${name}: the call log`, () => {
    onBooks('pages newest first through every filter without a gap or a repeat', async ({ engine, ids, clock }) => {
      await seedSubAccount(engine);
      const callers = [
        { accountId: 'acc_one', keyId: 'key_one', subAccountId: null },
        { accountId: 'acc_two', keyId: 'key_two', subAccountId: null },
        { accountId: 'acc_one', keyId: 'key_sub', subAccountId: 'sub_a' },
      ];
      const records = Array.from({ length: 90 }, (_, index) => {
        clock.advance(1000);
        return sampleRecord(ids, clock.nowMs(), {
          ...callers[index % callers.length],
          model: index % 5 === 0 ? 'embed' : 'chat-small',
          ...(index % 7 === 0 ? { status: 503, ending: 'upstream_broke' as const, charge: 0n } : {}),
          ...(index % 11 === 0 ? { status: 429, ending: 'refused' as const, charge: 0n } : {}),
        });
      });
      await engine.commitGroup(group({ closed: records }), 'inc_now');
      const at = (index: number) => records[index]?.requestTimeMs ?? 0;
      const filters = [
        [{}, () => true],
        [{ accountId: 'acc_two' }, (r) => r.accountId === 'acc_two'],
        [{ keyId: 'key_one', model: 'embed' }, (r) => r.keyId === 'key_one' && r.model === 'embed'],
        [{ subAccountId: 'sub_a' }, (r) => r.subAccountId === 'sub_a'],
        [{ subAccountId: 'sub_a', keyId: 'key_sub', model: 'embed' }, (r) => r.subAccountId === 'sub_a' && r.model === 'embed'],
        [{ subAccountId: 'sub_a', keyId: 'key_one' }, () => false],
        [{ accountId: 'acc_two', keyId: 'key_one' }, () => false],
        [{ statusClass: '4xx' }, (r) => r.status === 429],
        [{ statusClass: '5xx', accountId: 'acc_one' }, (r) => r.status === 503 && r.accountId === 'acc_one'],
        [{ statusClass: '2xx' }, (r) => r.status === 200],
        [{ fromMs: at(20), toMs: at(60) }, (r) => r.requestTimeMs >= at(20) && r.requestTimeMs < at(60)],
      ] as const satisfies readonly (readonly [object, (record: (typeof records)[number]) => boolean])[];
      const calls = createCallsStore(engine);
      for (const [filter, matches] of filters) {
        const seen: string[] = [];
        let cursor: string | null = null;
        do {
          const request: CallsPageRequest = { ...filter, limit: 7, ...(cursor === null ? {} : { cursor }) };
          const page = await calls.page(request);
          assert.ok(page.next === null || page.rows.length === 7, 'a page that is not the last is full');
          seen.push(...page.rows.map((row) => row.id));
          cursor = page.next;
        } while (cursor !== null);
        const expected = records.filter(matches).map((record) => record.id);
        assert.deepEqual(seen, expected.reverse(), JSON.stringify(filter));
      }
    });

    onBooks('a cursor that is not ours is refused as a bad parameter', async ({ engine }) => {
      const calls = createCallsStore(engine);
      for (const cursor of ['', 'x', "' or 1=1", 'AAAAAAAAAAAAAAAAAAAAAA==', '½'.repeat(22)]) {
        await assert.rejects(
          calls.page({ cursor, limit: 1 }),
          (error) => error instanceof ApiError && error.code === 'invalid_parameter',
        );
      }
      assert.equal(await calls.find('nonsense'), null);
    });
  });

  void describe(`${name}: the ledger`, () => {
    onBooks(
      'usage is closed into one entry per account and hour, and every figure stays the same',
      async ({ engine, ids, clock }) => {
        const figures = createFiguresStore(engine);
        const startMs = clock.nowMs();
        const charges = [5n, 7n, 11n];
        for (const [index, charge] of charges.entries()) {
          const atMs = startMs + index * hourMs;
          const records = [
            sampleRecord(ids, atMs, { charge }),
            sampleRecord(ids, atMs, { charge, keyId: 'key_two', accountId: 'acc_two' }),
          ];
          await engine.commitGroup(group({ closed: records }), `inc_${String(index)}`);
        }
        const open = sampleRecord(ids, startMs + 2 * hourMs);
        await engine.commitGroup(group({ opened: [markOf(open)] }), 'inc_now');
        assert.equal(await figures.accountUsed('acc_one'), 23n);
        const due = { nowMs: startMs + 10 * hourMs, closeAfterMs: hourMs };
        assert.equal(await closeUsageHours(engine, due), 4, 'the third hour has a call still open');
        assert.equal(await closeUsageHours(engine, due), 0);
        assert.equal(await figures.accountUsed('acc_one'), 23n);
        await engine.commitGroup(group({ closed: [{ ...open, charge: 100n }] }), 'inc_now');
        assert.equal(await figures.accountUsed('acc_one'), 123n);
        assert.equal(await closeUsageHours(engine, due), 2);
        assert.equal(await figures.accountUsed('acc_one'), 123n);
        const day = dayOf(startMs);
        assert.deepEqual(await figures.keyUsed('key_one', day, Math.floor(day / 100)), { day: 123n, month: 123n });
        assert.deepEqual(await figures.keyUsed('key_one', day + 1, Math.floor(day / 100)), { day: 0n, month: 123n });
        await assertBooksAddUp(engine);
      },
    );

    onBooks('an hour stays open until no call of it can be running', async ({ engine, ids, clock }) => {
      const record = sampleRecord(ids, clock.nowMs());
      await engine.commitGroup(group({ closed: [record] }), 'inc_now');
      const endMs = record.hourStartMs + hourMs;
      assert.equal(await closeUsageHours(engine, { nowMs: endMs + hourMs - 1, closeAfterMs: hourMs }), 0);
      assert.equal(await closeUsageHours(engine, { nowMs: endMs + hourMs, closeAfterMs: hourMs }), 1);
    });

    onBooks('the audit holds on day 91: rows are purged only after their sums are frozen', async ({ engine, ids, clock }) => {
      const keepMs = 90 * dayMs;
      for (let day = 0; day < 4; day += 1) {
        const closed = Array.from({ length: 8 }, (_, index) =>
          sampleRecord(ids, clock.nowMs() + index * hourMs, { charge: BigInt(index + 1) }),
        );
        await engine.commitGroup(group({ closed }), 'inc_now');
        clock.advance(dayMs);
      }
      const used = await createFiguresStore(engine).accountUsed('acc_one');
      clock.advance(keepMs - 2 * dayMs);
      const options = { nowMs: clock.nowMs(), keepMs, logger: silentLogger };
      assert.equal(await purgeCalls(engine, options), 16);
      assert.equal(await purgeCalls(engine, options), 0);
      assert.equal(await count(engine, 'calls'), 16);
      assert.notEqual(await count(engine, 'frozen_days'), 0);
      await assertBooksAddUp(engine);
      assert.equal(await createFiguresStore(engine).accountUsed('acc_one'), used);
    });

    onBooks('a day that does not add up is never purged', async ({ engine, ids, clock }) => {
      await engine.commitGroup(group({ closed: [sampleRecord(ids, clock.nowMs())] }), 'inc_now');
      await engine.write([{ query: CompiledQuery.raw('update usage_hours set charge = charge + 1') }], []);
      assert.equal(await purgeCalls(engine, { nowMs: clock.nowMs() + 100 * dayMs, keepMs: 90 * dayMs, logger: silentLogger }), 0);
      assert.equal(await count(engine, 'calls'), 1);
    });
  });

  void describe(`${name}: the audit`, () => {
    const breaches = [
      ['usage', 'update calls set charge = charge + 1', '1'],
      ['usage', 'update usage_hours set charge = charge - 1, calls = calls - 1', null],
      ['usage', 'delete from calls', null],
      ['ledger', "update ledger_entries set amount = amount - 1, usage_total = usage_total + 1 where kind = 'usage'", null],
      ['ledger', "delete from ledger_entries where kind = 'usage'", null],
      ['ledger_chain', "update ledger_entries set credits_total = credits_total + 1 where kind = 'credit'", null],
      ['balance', 'update ledger_entries set credits_total = credits_total + 1', null],
      ['audit_log', "update audit_log set actor = 'somebody' where seq = 1", '0'],
      ['audit_log', 'delete from audit_log where seq = 1', '0'],
      ['wrong_charge', 'update calls set status = 499', null],
      ['wrong_charge', "update calls set ending = 'client_left'", null],
      ['orphan', "update keys set account_id = 'acc_two' where id = 'key_one'", '0'],
    ] as const;
    for (const [kind, breach, difference] of breaches) {
      onBooks(`finds one nano: ${breach}`, async ({ engine, ids, clock }) => {
        await engine.commitGroup(group({ closed: [sampleRecord(ids, clock.nowMs())] }), 'inc_now');
        await closeUsageHours(engine, { nowMs: clock.nowMs() + dayMs, closeAfterMs: hourMs });
        await assertBooksAddUp(engine);
        await engine.write([{ query: CompiledQuery.raw(breach) }], []);
        const report = await auditBooks(engine, { incarnation: 'inc_now' });
        assert.equal(report.ok, false);
        assert.ok(
          report.findings.some((finding) => finding.kind === kind),
          JSON.stringify(report.findings),
        );
        if (difference !== null) assert.equal(report.differenceNano, difference);
      });
    }

    onBooks('of the last hours alone finds what changed there and nothing wrong in the cut', async ({ engine, ids, clock }) => {
      const startMs = clock.nowMs();
      for (let hour = 0; hour < 100; hour += 1) {
        await engine.commitGroup(group({ closed: [sampleRecord(ids, clock.nowMs())] }), 'inc_now');
        clock.advance(hourMs);
      }
      const sinceMs = startMs + 50 * hourMs + 1;
      assert.deepEqual((await auditBooks(engine, { incarnation: 'inc_now', sinceMs })).findings, []);
      await engine.write([{ query: CompiledQuery.raw('update calls set charge = charge + 1') }], []);
      assert.equal((await auditBooks(engine, { incarnation: 'inc_now', sinceMs })).differenceNano, '49');
      assert.equal((await auditBooks(engine, { incarnation: 'inc_now' })).differenceNano, '100');
    });

    onBooks(
      'of the last hours alone holds while the calendar waits for a clock that was set back',
      async ({ engine, ids, clock }) => {
        const aheadMs = clock.nowMs() + 240 * hourMs;
        const waitsIn = { hourStartMs: aheadMs - (aheadMs % hourMs), day: dayOf(aheadMs) };
        for (let day = 0; day < 9; day += 1) {
          await engine.commitGroup(group({ closed: [sampleRecord(ids, clock.nowMs(), waitsIn)] }), 'inc_now');
          clock.advance(24 * hourMs);
        }
        const sinceMs = clock.nowMs() - 48 * hourMs;
        assert.deepEqual((await auditBooks(engine, { incarnation: 'inc_now', sinceMs })).findings, []);
      },
    );
  });
}
