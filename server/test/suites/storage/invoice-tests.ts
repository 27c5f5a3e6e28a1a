import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { nanoPerCny } from '@tollgate/contract/money';
import { payableOut, paidMoneyOf, deductsSpentMoney } from '../../../src/domain/books/consumed-paid.ts';
import { fen, invoiceableOf, stateAfter, type InvoiceMove } from '../../../src/subjects/invoicing/rules/invoice.ts';
import { createWorkingYearsStore } from '../../../src/subjects/invoicing/working-years-store.ts';
import { count } from '../../proofs/counts.ts';
import { seededRandom, testSeed } from '../../proofs/seed.ts';
import { countRows, type OnBooks } from './engine-bench.ts';
import { invoiceBench } from './invoice-bench.ts';

const hundred = 100n * nanoPerCny;
const moves: readonly InvoiceMove[] = [
  ...(['review', 'approve', 'reject', 'issue', 'withdraw', 'request_reversal'] as const),
  ...(['confirm_reversal', 'refuse_reversal', 'void_reversal', 'reverse'] as const),
];
/** Number of concurrent histories. */
const atOnce = 10;

/** The guarantees of every storage engine for invoices. */
export function invoiceTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: invoices`, () => {
    onBooks(
      'only paid money that closed hours have used is invoiced: no trial money, no gift, none that is still there',
      async (bench) => {
        const { credit, use, invoices, request, rowOf } = invoiceBench(bench);
        await credit('acc_one', 'paid', 5n * hundred);
        await credit('acc_one', 'adjustment', hundred);
        assert.equal((await invoices.figures('acc_one')).consumed, 0n);
        await use('acc_one', hundred);
        assert.equal(
          (await invoices.figures('acc_one')).consumed,
          hundred - 10n * nanoPerCny,
          'the trial credit of 10 was used first',
        );
        assert.equal(await request(rowOf('acc_one', hundred)), false);
        await use('acc_one', 5n * hundred);
        assert.equal((await invoices.figures('acc_one')).consumed, 5n * hundred, 'gifts are used last, and are not paid');
        assert.equal(await request(rowOf('acc_one', 5n * hundred + 1n)), false);
        assert.equal(await request(rowOf('acc_one', 5n * hundred)), true);
        assert.equal(await request(rowOf('acc_one', 1n)), false);
      },
    );

    onBooks('of 50 requests at once for all that can be invoiced one is taken, with one message', async (bench) => {
      const { credit, use, invoices, request, rowOf } = invoiceBench(bench);
      await credit('acc_one', 'paid', 3n * hundred);
      await use('acc_one', 2n * hundred);
      const before = await countRows(bench.engine, 'notices');
      const rows = Array.from({ length: 50 }, () => rowOf('acc_one', hundred));
      const taken = await Promise.all(rows.map(request));
      assert.equal(taken.filter(Boolean).length, 1, 'of 190 consumed a second hundred does not fit');
      assert.equal((await invoices.figures('acc_one')).requested, hundred);
      assert.equal(await countRows(bench.engine, 'notices'), before + 1);
      assert.equal(await request(rows[taken.indexOf(true)] ?? rowOf('acc_one', 1n)), false, 'and not again');
    });

    onBooks('of 50 who move a request at once one does, with one step and one message', async (bench) => {
      const { credit, use, invoices, request, rowOf, move } = invoiceBench(bench);
      await credit('acc_one', 'paid', 3n * hundred);
      await use('acc_one', 3n * hundred);
      const row = rowOf('acc_one', hundred);
      assert.equal(await request(row), true);
      const invoice = await invoices.find(row.id);
      assert.ok(invoice !== null);
      const moved = await Promise.all(
        Array.from({ length: 50 }, (_, at) => move(invoice, at % 2 === 0 ? 'approved' : 'withdrawn')),
      );
      assert.equal(moved.filter(Boolean).length, 1);
      const after = await invoices.find(row.id);
      assert.deepEqual(
        after?.steps.map(({ state }) => state),
        ['submitted', moved.indexOf(true) % 2 === 0 ? 'approved' : 'withdrawn'],
      );
      assert.equal(await countRows(bench.engine, 'notices'), 2);
    });

    onBooks('of 50 invoices that get one number at once one has it; the others say so and stay as they are', async (bench) => {
      const { open, credit, use, invoices, request, rowOf, issue } = invoiceBench(bench);
      const made = Array.from({ length: 50 }, (_, at) => rowOf(`acc_n${String(at)}`, hundred));
      for (const row of made) {
        await open(row.accountId);
        await credit(row.accountId, 'paid', 2n * hundred);
        await use(row.accountId, 2n * hundred);
        assert.equal(await request(row), true);
      }
      const found = await Promise.all(made.map(({ id }) => invoices.find(id)));
      const given = await Promise.all(found.map(async (invoice) => invoice && (await issue(invoice, '26312000000012345678'))));
      assert.equal(given.filter((one) => one === 'moved').length, 1);
      assert.equal(given.filter((one) => one === 'number_taken').length, 49);
      const other = found[given.indexOf('number_taken')];
      assert.ok(other !== null && other !== undefined);
      assert.deepEqual(await invoices.find(other.id), other, 'neither a step nor a state is left behind');
      assert.equal(await issue(other, '26312000000012345679'), 'moved', 'with its own number it is issued');
    });

    onBooks('are found by a part of their id or number, among those of the account, or of all', async (bench) => {
      const { credit, use, invoices, request, rowOf, issue } = invoiceBench(bench);
      for (const account of ['acc_one', 'acc_two']) {
        await credit(account, 'paid', 9n * hundred);
        await use(account, 9n * hundred);
      }
      const rows = [rowOf('acc_one', hundred), rowOf('acc_one', hundred), rowOf('acc_two', hundred)];
      for (const row of rows) assert.equal(await request(row), true);
      const [own, waiting, foreign] = rows.map(({ id }) => id);
      const numbers = ['26312000000012345678', '26312000000012349999'];
      for (const [at, id] of [own, foreign].entries()) {
        const invoice = await invoices.find(id ?? '');
        assert.ok(invoice !== null);
        assert.equal(await issue(invoice, numbers[at] ?? ''), 'moved');
      }
      const found = async (search: string, accountId?: string) =>
        (await invoices.list({ search, accountId }, { limit: 9, after: null })).map(({ id }) => id).toSorted();
      assert.deepEqual(await found('12345678', 'acc_one'), [own]);
      assert.deepEqual(await found('2631200', 'acc_one'), [own], 'the number of another account finds nothing');
      assert.deepEqual(await found(numbers[1] ?? '', 'acc_one'), []);
      assert.deepEqual(await found('2631200'), [own, foreign].toSorted());
      assert.deepEqual(await found((waiting ?? '').toUpperCase(), 'acc_one'), [waiting]);
      assert.deepEqual(await found('%', 'acc_one'), []);
    });

    onBooks('rejected, withdrawn and reversed requests release their amount, all others keep it', async (bench) => {
      const { credit, use, invoices, request, rowOf, move } = invoiceBench(bench);
      await credit('acc_one', 'paid', 9n * hundred);
      await use('acc_one', 9n * hundred);
      for (const [state, kept] of [
        ...([
          ['under_review', 'requested'],
          ['approved', 'requested'],
          ['issued', 'issued'],
          ['rejected', null],
        ] as const),
        ...([
          ['withdrawn', null],
          ['reversal_requested', 'issued'],
          ['reversal_confirming', 'issued'],
          ['reversed', null],
        ] as const),
      ]) {
        const before = await invoices.figures('acc_one');
        const row = rowOf('acc_one', hundred);
        assert.equal(await request(row), true, state);
        const invoice = await invoices.find(row.id);
        assert.ok(invoice !== null && (await move(invoice, state)));
        const after = await invoices.figures('acc_one');
        assert.equal(after.requested - before.requested, kept === 'requested' ? hundred : 0n, state);
        assert.equal(after.issued - before.issued, kept === 'issued' ? hundred : 0n, state);
      }
    });

    onBooks('a calendar of 2026 is there from the start, as the State Council announced it', async ({ engine }) => {
      const [year, ...others] = await createWorkingYearsStore(engine).list();
      assert.equal(others.length, 0);
      assert.deepEqual([year?.year, year?.off.length, year?.on.length], [2026, 33, 6]);
      assert.ok(year?.off.includes('2026-10-07') === true && year.on.includes('2026-10-10'));
    });

    onBooks(
      `invoiced never exceeds consumed paid money over ${String(count('invoiceHistories'))} random histories`,
      async (bench) => {
        const left = Array.from({ length: count('invoiceHistories') }, (_, at) => at);
        let requests = 0;
        const live = async (): Promise<void> => {
          for (let at = left.pop(); at !== undefined; at = left.pop()) {
            const made = await liveHistory(bench, at);
            requests += made;
          }
        };
        await Promise.all(Array.from({ length: atOnce }, live));
        assert.ok(requests > count('invoiceHistories') / 2, String(requests));
      },
    );
  });
}

/** The history of one account: money is credited, used, refunded, invoiced and reversed, in any order. Returns the accepted requests. */
async function liveHistory(bench: Parameters<typeof invoiceBench>[0], at: number): Promise<number> {
  const { open, credit, use, invoices, ledger, request, rowOf, move } = invoiceBench(bench);
  const random = seededRandom(testSeed + at);
  const below = (most: number): number => Math.floor(random() * most);
  const amount = (): bigint => BigInt(1 + below(40_000)) * fen + BigInt(below(3));
  const accountId = `acc_h${String(at)}`;
  const taken: string[] = [];

  const happens: readonly (() => Promise<void>)[] = [
    () => credit(accountId, 'paid', amount()),
    () => credit(accountId, 'refund', amount()),
    () => use(accountId, amount()),
    () => use(accountId, amount()),
    async () => {
      const { totals, closedUse } = await ledger.closedMoney(accountId);
      const asked = amount();
      const available = totals.credits - closedUse;
      if (asked <= available && !deductsSpentMoney(totals, closedUse, -asked)) await credit(accountId, 'adjustment', -asked);
    },
    async () => {
      const { totals, closedUse } = await ledger.closedMoney(accountId);
      const most = payableOut(totals, { used: closedUse, reserved: 0n, available: totals.credits - closedUse });
      if (most > 0n) await credit(accountId, 'payout', -most);
    },
    async () => {
      const { consumed, issued, requested } = await invoices.figures(accountId);
      const { left } = invoiceableOf(consumed, { issued, requested });
      // The whole amount several times at once, or any amounts.
      const wanted = random() < 0.5 && left > 0n ? [left, left, left] : [amount(), amount()];
      const rows = wanted.map((one) => rowOf(accountId, one));
      const made = await Promise.all(rows.map(request));
      taken.push(...rows.filter((_, index) => made[index]).map(({ id }) => id));
    },
    async () => {
      const invoice = await invoices.find(taken[below(taken.length)] ?? '');
      const state = invoice === null ? null : stateAfter(moves[below(moves.length)] ?? 'review', invoice.state);
      if (invoice !== null && state !== null) await move(invoice, state);
    },
  ];

  await open(accountId);
  for (let step = 0; step < 16; step += 1) {
    await happens[below(happens.length)]?.();
    const { consumed, issued, requested } = await invoices.figures(accountId);
    const { totals, closedUse } = await ledger.closedMoney(accountId);
    assert.equal(consumed, paidMoneyOf(totals, closedUse).consumed, `history ${String(at)}: the database and the rule agree`);
    assert.ok(issued + requested <= consumed, `history ${String(at)}, step ${String(step)}`);
  }
  return taken.length;
}
