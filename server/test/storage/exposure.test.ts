/** Goal: the loss of a killed process is limited by calls, by money and by time, however database and spill file hang. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { nanoPerCny } from '@tollgate/contract/money';
import { createBooks } from '../../src/books/commit-queue.ts';
import { defaultBooksLimits, type BooksLimits } from '../../src/books/books-options.ts';
import { isTooMuchExposed } from '../../src/books/exposure.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { assertStored, clock, newRecord, spillBytes, until, withBooks } from './books-bench.ts';

const { exposed: bounds } = defaultBooksLimits;
const roomy: BooksLimits['exposed'] = {
  callsMax: 1_000_000,
  chargeMax: 10n ** 18n,
  usualMs: bounds.usualMs,
  ageMsMax: 1_000_000,
};

interface Standstill {
  readonly books: ReturnType<typeof createBooks>;
  /** Ends one call per charge, in nano-CNY. */
  readonly close: (...charges: readonly bigint[]) => void;
}

/** Books whose database accepts nothing until the test is over, so that everything that ends stays exposed. */
async function standingStill(exposed: BooksLimits['exposed'], test: (world: Standstill) => Promise<void> | void): Promise<void> {
  await withBooks(async ({ engine, folder }) => {
    const hang = Promise.withResolvers<undefined>();
    const books = createBooks({
      engine: { ...engine, commitGroup: async (...group) => (await hang.promise, engine.commitGroup(...group)) },
      clock,
      logger: silentLogger,
      incarnation: 'inc_now',
      spillPath: join(folder, 'spill-exposed'),
      limits: { spillBytes, exposed },
    });
    await books.start();
    const records: ReturnType<typeof newRecord>[] = [];
    try {
      await test({
        books,
        close: (...charges) => {
          for (const charge of charges) {
            const record = newRecord({ charge });
            records.push(record);
            books.close(record, []);
          }
        },
      });
    } finally {
      hang.resolve(undefined);
      await until(() => books.accepting && books.stats().state === 'normal');
      await books.flush();
      await assertStored(engine, records);
      await books.stop();
    }
  });
}

void describe('calls that are over and durable nowhere', () => {
  void it(`are at most ${String(bounds.callsMax)}, then calls are refused`, () =>
    standingStill({ ...roomy, callsMax: 50 }, ({ books, close }) => {
      close(...Array<bigint>(49).fill(1n));
      assert.equal(books.accepting, true);
      clock.advance(defaultBooksLimits.lingerMs);
      assert.equal(books.accepting, true, 'a group on its way counts once');
      close(0n, 1n);
      assert.equal(books.accepting, true, 'all of them are on their usual way');
      clock.advance(bounds.usualMs);
      assert.equal(books.accepting, false);
    }));

  void it(`are worth at most ${String(bounds.chargeMax / nanoPerCny)} CNY, then calls are refused`, () =>
    standingStill({ ...roomy, chargeMax: 100n }, ({ books, close }) => {
      close(60n);
      clock.advance(defaultBooksLimits.lingerMs);
      close(39n);
      clock.advance(bounds.usualMs);
      assert.equal(books.accepting, true);
      close(1n);
      assert.equal(books.accepting, false);
    }));

  void it('count no longer once they are in the spill file', () =>
    standingStill({ ...roomy, callsMax: 2, chargeMax: 100n }, async ({ books, close }) => {
      close(60n, 60n);
      const flushed = books.flush();
      clock.advance(bounds.usualMs);
      assert.equal(books.accepting, false);
      clock.advance(defaultBooksLimits.stuckAfterMs + 1);
      await flushed;
      assert.equal(books.accepting, true, 'the spill file holds them');
      close(99n);
      assert.equal(books.accepting, true);
    }));

  void it('stop calls once the first of them has waited for its bound, wherever it waits', () => {
    const none = { chargedCount: 0, charge: 0n, sinceMs: 0 };
    const old = { chargedCount: 1, charge: 1n, sinceMs: 1_000 };
    const young = { chargedCount: 1, charge: 1n, sinceMs: 5_000 };
    const dueMs = old.sinceMs + bounds.ageMsMax;
    for (const parts of [[old], [young, old], [none, null, old], [young, null, old]]) {
      assert.equal(isTooMuchExposed(parts, bounds, dueMs, true), true);
      assert.equal(isTooMuchExposed(parts, bounds, dueMs - 1, true), false);
      assert.equal(isTooMuchExposed(parts, bounds, dueMs, false), false, 'age does not count before the database fails');
    }
    assert.equal(isTooMuchExposed([none, null], bounds, 1e12, true), false);
  });
});
