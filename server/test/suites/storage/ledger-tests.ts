import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import { silentLogger } from '../../../src/platform/logger.ts';
import { closeUsageHours } from '../../../src/books/close-usage-hours.ts';
import { purgeCalls } from '../../../src/books/purge-calls.ts';
import { paidMoneyOf } from '../../../src/domain/books/consumed-paid.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import { consumedPaidClosed } from '../../../src/subjects/ledger/closed-money-statements.ts';
import { wholeNumber } from '../../../src/storage/whole-number.ts';
import type { CreditBucket } from '@tollgate/contract/enumerations';
import { createLedgerStore } from '../../../src/subjects/ledger/ledger-store.ts';
import { createFiguresStore } from '../../../src/storage/stores/figures-store.ts';
import { auditDraft, dayOf, group, markOf, sampleRecord } from '../../storage/sample-books.ts';
import { assertBooksAddUp, countRows, type OnBooks } from './engine-bench.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Tests of usage that is closed into the ledger, and of the purge of the log. */
export function ledgerTests(name: string, onBooks: OnBooks): void {
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

    onBooks('knows what was paid, less what was paid out, apart from trial money and gifts', async ({ engine, ids }) => {
      const ledger = createLedgerStore(engine);
      const credit = (accountId: string, bucket: CreditBucket, amount: bigint) =>
        ledger.credit(
          { id: ids.named('led'), accountId, bucket, amount, reason: 'test', actor: 'cli', atMs: 1 },
          auditDraft('credit'),
        );
      for (const [bucket, amount] of [
        ['paid', 500n],
        ['adjustment', 70n],
        ['payout', -120n],
        ['refund', 9n],
        ['paid', 1n],
      ] as const)
        await credit('acc_one', bucket, amount);
      await credit('acc_two', 'adjustment', -3n);
      const trialCredits = 10_000_000_000n;
      assert.deepEqual(await ledger.totals('acc_one'), { credits: trialCredits + 460n, trialCredits, paidCredits: 381n });
      assert.deepEqual(await ledger.totals('acc_two'), { credits: trialCredits - 3n, trialCredits, paidCredits: 0n });
      assert.deepEqual(await ledger.totals('nobody'), { credits: 0n, trialCredits: 0n, paidCredits: 0n });
      await assertBooksAddUp(engine);
    });

    onBooks(
      'what is used of paid money counts closed hours alone, is said alike in SQL, and trial money given late does not lower it',
      async ({ engine, ids, clock }) => {
        const ledger = createLedgerStore(engine);
        const db = compilerFor(engine.sql);
        await engine.write([{ query: sql`delete from ledger_entries where account_id = 'acc_two'`.compile(db) }], []);
        const credit = (bucket: CreditBucket, amount: bigint) =>
          ledger.credit(
            { id: ids.named('led'), accountId: 'acc_two', bucket, amount, reason: 'test', actor: 'cli', atMs: 1 },
            auditDraft('credit'),
          );
        const use = async (charge: bigint) => {
          const record = sampleRecord(ids, clock.nowMs(), { charge, keyId: 'key_two', accountId: 'acc_two' });
          await engine.commitGroup(group({ closed: [record] }), 'inc_now');
          clock.advance(hourMs);
        };
        const close = () => closeUsageHours(engine, { nowMs: clock.nowMs() + hourMs, closeAfterMs: hourMs });
        const consumed = async () => {
          const { totals, closedUse } = await ledger.closedMoney('acc_two');
          const inSql = sql`select ${consumedPaidClosed('acc_two')} as consumed`.compile(db);
          const [row] = await engine.read('reports', inSql);
          assert.equal(wholeNumber(row?.consumed), paidMoneyOf(totals, closedUse).consumed);
          return wholeNumber(row?.consumed);
        };
        assert.equal(await consumed(), 0n, 'without an entry');
        await credit('paid', 100n);
        await use(60n);
        assert.equal(await consumed(), 0n, 'the hour is open');
        await close();
        assert.equal(await consumed(), 60n);
        await credit('trial', 30n);
        assert.equal(await consumed(), 60n, 'trial money that came late is a gift');
        await credit('payout', -10n);
        await credit('adjustment', -50n);
        assert.equal(await consumed(), 60n);
        await use(40n);
        await close();
        assert.equal(await consumed(), 70n, 'what is left of it after the payout and what the gifts did not cover');
        assert.equal((await ledger.totals('acc_two')).trialCredits, 0n);
        await credit('adjustment', -100n);
        assert.equal(await consumed(), 0n, 'taken beyond what was there, which control refuses');
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
      assert.equal(await countRows(engine, 'calls'), 16);
      assert.notEqual(await countRows(engine, 'frozen_days'), 0);
      await assertBooksAddUp(engine);
      assert.equal(await createFiguresStore(engine).accountUsed('acc_one'), used);
    });

    onBooks('a day that does not add up is never purged', async ({ engine, ids, clock }) => {
      await engine.commitGroup(group({ closed: [sampleRecord(ids, clock.nowMs())] }), 'inc_now');
      await engine.write([{ query: CompiledQuery.raw('update usage_hours set charge = charge + 1') }], []);
      assert.equal(await purgeCalls(engine, { nowMs: clock.nowMs() + 100 * dayMs, keepMs: 90 * dayMs, logger: silentLogger }), 0);
      assert.equal(await countRows(engine, 'calls'), 1);
    });
  });
}
