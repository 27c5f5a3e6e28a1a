import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { testSeed } from '../../../test/proofs/seed.ts';
import { paidMoneyOf, payableOut, deductsSpentMoney } from './consumed-paid.ts';
import { remainingMoney, type CreditTotals } from './ledger.ts';

const amount = fc.bigInt({ min: 1n, max: 100n });
const kind = fc.constantFrom(
  ...(['trial', 'paid', 'gift', 'taken', 'payout', 'back', 'admit', 'end', 'close', 'invoice', 'reverse'] as const),
);
const history = fc.array(fc.record({ kind, amount }), { maxLength: 60, size: 'max' });

interface World {
  totals: CreditTotals;
  /** Usage of closed hours, of all calls that ended, and reserved for running ones. */
  closed: bigint;
  used: bigint;
  reserved: bigint;
  invoices: bigint[];
  /** Amounts paid out and not returned to the balance. */
  payouts: bigint[];
  hadTrial: boolean;
  hasPaid: boolean;
}

function opened(): World {
  const totals = { credits: 0n, trialCredits: 0n, paidCredits: 0n };
  return { totals, closed: 0n, used: 0n, reserved: 0n, invoices: [], payouts: [], hadTrial: false, hasPaid: false };
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n);
const least = (left: bigint, right: bigint): bigint => (left < right ? left : right);

function live({ totals, used, reserved }: World) {
  return { used, reserved, available: totals.credits - used - reserved };
}

function enter(world: World, signed: bigint, bucket: 'trial' | 'paid' | 'gift'): void {
  const { credits, trialCredits, paidCredits } = world.totals;
  world.totals = {
    credits: credits + signed,
    trialCredits: trialCredits + (bucket === 'trial' ? signed : 0n),
    paidCredits: paidCredits + (bucket === 'paid' ? signed : 0n),
  };
}

/** Events of an account, each applied by the product's rule. */
const happens: Record<string, (world: World, asked: bigint) => void> = {
  trial(world, asked) {
    if (world.hadTrial) return;
    world.hadTrial = true;
    // Once something was paid, trial money that arrives later counts as a gift.
    enter(world, asked, world.hasPaid ? 'gift' : 'trial');
  },
  paid(world, asked) {
    world.hasPaid = true;
    enter(world, asked, 'paid');
  },
  gift: (world, asked) => {
    enter(world, asked, 'gift');
  },
  taken(world, asked) {
    if (!deductsSpentMoney(world.totals, world.used, -asked)) enter(world, -asked, 'gift');
  },
  payout(world, asked) {
    const most = least(asked, payableOut(world.totals, live(world)));
    if (most <= 0n) return;
    enter(world, -most, 'paid');
    world.payouts.push(most);
  },
  /** Money that could not be paid out is in the balance again. */
  back(world) {
    const last = world.payouts.pop();
    if (last !== undefined) enter(world, last, 'paid');
  },
  admit(world, asked) {
    if (live(world).available > 0n) world.reserved += asked;
  },
  /** A call may have cost more or less than was reserved. */
  end(world, asked) {
    if (world.reserved === 0n) return;
    world.reserved -= least(asked, world.reserved);
    world.used += asked;
  },
  close(world) {
    world.closed = world.used;
  },
  invoice(world, asked) {
    const invoiceable = paidMoneyOf(world.totals, world.closed).consumed - sum(world.invoices);
    if (invoiceable > 0n) world.invoices.push(least(asked, invoiceable));
  },
  reverse: (world) => void world.invoices.pop(),
};

describe('paid money that is used up', () => {
  test('nothing that happens later lowers it, and invoices never exceed it, over 20,000 random histories', () => {
    let invoiced = 0;
    let paidOut = 0;
    fc.assert(
      fc.property(history, (steps) => {
        const world = opened();
        for (const step of steps) {
          const before = [
            paidMoneyOf(world.totals, world.closed).consumed,
            paidMoneyOf(world.totals, world.used).consumed,
          ] as const;
          const entered = world.totals.paidCredits;
          const { available } = live(world);
          happens[step.kind]?.(world, step.amount);
          const [closed, now] = [paidMoneyOf(world.totals, world.closed), paidMoneyOf(world.totals, world.used)];
          assert.ok(closed.consumed >= before[0] && now.consumed >= before[1], step.kind);
          assert.ok(closed.consumed <= now.consumed && now.consumed <= now.base);
          assert.ok(sum(world.invoices) <= closed.consumed, `${String(sum(world.invoices))} is on invoices`);
          if (step.kind === 'payout')
            assert.ok(available >= 0n ? live(world).available >= 0n : true, 'a payout overdraws nothing');
          if (step.kind === 'payout' && world.totals.paidCredits < entered) paidOut += 1;
          if (step.kind === 'invoice' && world.invoices.length > 0) invoiced += 1;
        }
      }),
      { seed: testSeed, numRuns: 20_000 },
    );
    assert.ok(invoiced > 1000 && paidOut > 1000, 'the histories have invoices and payouts');
  });

  test('a payout leaves trial money, gifts, and what running calls may cost, and pays out all else that was paid', () => {
    const totals = { credits: 180n, trialCredits: 10n, paidCredits: 100n };
    assert.equal(payableOut(totals, { used: 30n, reserved: 20n, available: 130n }), 60n);
    assert.equal(payableOut(totals, { used: 200n, reserved: 0n, available: -20n }), 0n);
    assert.equal(
      payableOut({ ...totals, credits: 60n }, { used: 0n, reserved: 0n, available: 60n }),
      50n,
      'an adjustment took 50 of it',
    );
  });

  test('what is left of paid money is what the balance shows of it', () => {
    const any = fc.bigInt({ min: -100n, max: 100n });
    fc.assert(
      fc.property(fc.record({ trial: amount, paid: amount, gifts: any, used: amount }), ({ trial, paid, gifts, used }) => {
        const totals = { credits: trial + paid + gifts, trialCredits: trial, paidCredits: paid };
        const { base, consumed } = paidMoneyOf(totals, used);
        if (totals.credits >= used && base > 0n) assert.equal(base - consumed, remainingMoney(totals, used).paidLeft);
      }),
      { seed: testSeed, numRuns: 5000 },
    );
  });
});
