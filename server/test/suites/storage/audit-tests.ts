import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { inspect } from 'node:util';
import { CompiledQuery } from 'kysely';
import { silentLogger } from '../../../src/platform/logger.ts';
import { auditBooks } from '../../../src/books/audit/audit-books.ts';
import { closeUsageHours } from '../../../src/books/close-usage-hours.ts';
import type { Engine } from '../../../src/storage/engine.ts';
import { purgeCalls } from '../../../src/books/purge-calls.ts';
import { dayOf, group, sampleRecord } from '../../storage/sample-books.ts';
import { assertBooksAddUp, type OnBooks } from './engine-bench.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

async function sumOf(engine: Engine, query: string): Promise<bigint> {
  const [row] = await engine.read('reports', CompiledQuery.raw(query));
  return BigInt(String(row?.sum));
}

/** Tests of the audit. */
export function auditTests(name: string, onBooks: OnBooks): void {
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
      ['wrong_charge', 'update calls set count = 2', null],
      ['usage', 'update calls set count = 2', null],
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
          inspect(report.findings),
        );
        if (difference !== null) assert.equal(report.differenceNano, difference);
      });
    }

    onBooks(
      'counts a row that stands for many refused calls as many, before the purge and after',
      async ({ engine, ids, clock }) => {
        const refused = {
          status: 429,
          charge: 0n,
          upstreamCost: 0n,
          ending: 'refused',
          errorCode: 'rate_limit_exceeded',
        } as const;
        const many = sampleRecord(ids, clock.nowMs(), { ...refused, model: null, count: 400 });
        await engine.commitGroup(group({ closed: [sampleRecord(ids, clock.nowMs()), many] }), 'inc_now');
        await engine.commitGroup(group({ closed: [many] }), 'inc_now');
        assert.equal(await sumOf(engine, 'select sum(calls) as sum from usage_hours'), 401n);
        const report = await auditBooks(engine, { incarnation: 'inc_now' });
        assert.deepEqual([report.findings, report.checked.calls], [[], 401]);
        await purgeCalls(engine, { nowMs: clock.nowMs() + 100 * dayMs, keepMs: 90 * dayMs, logger: silentLogger });
        assert.equal(await sumOf(engine, 'select sum(calls) as sum from frozen_days'), 401n);
        await assertBooksAddUp(engine);
      },
    );

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
