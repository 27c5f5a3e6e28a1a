import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { testSeed } from '../../../test/proofs/seed.ts';
import { balanceOf, remainingMoney, type CreditTotals } from './ledger.ts';

const amount = fc.bigInt({ min: 1n, max: 100n });
const afterOpening = fc.oneof(
  fc.record({ kind: fc.constant('use' as const), amount }),
  fc.record({ kind: fc.constantFrom('paid' as const, 'gift' as const), amount }),
  fc.record({ kind: fc.constantFrom('payout' as const, 'taken' as const), amount }),
);

const step = fc.oneof(fc.record({ kind: fc.constant('trial' as const), amount }), afterOpening);

interface Money extends CreditTotals {
  readonly used: bigint;
}

const nothing: Money = { credits: 0n, trialCredits: 0n, paidCredits: 0n, used: 0n };

function smallest(...amounts: readonly [bigint, ...bigint[]]): bigint {
  return amounts.reduce((least, next) => (next < least ? next : least));
}

/** The rules for refunding paid money and deducting gifts: only what exists. */
function most(kind: string, asked: bigint, money: Money): bigint {
  const available = money.credits - money.used;
  if (kind === 'taken') return smallest(asked, available);
  if (kind === 'payout') return smallest(asked, remainingMoney(money, money.used).paidLeft, available);
  return asked;
}

function after(
  money: Money,
  { kind, amount: asked }: { readonly kind: string; readonly amount: bigint },
  isBounded: boolean,
): Money {
  const given = isBounded ? most(kind, asked, money) : asked;
  if (given <= 0n) return money;
  if (kind === 'use') return { ...money, used: money.used + given };
  const signed = kind === 'payout' || kind === 'taken' ? -given : given;
  return {
    ...money,
    credits: money.credits + signed,
    trialCredits: money.trialCredits + (kind === 'trial' ? signed : 0n),
    paidCredits: money.paidCredits + (kind === 'paid' || kind === 'payout' ? signed : 0n),
  };
}

/** How much paid money may be invoiced, whether or not it was deducted. */
function base({ credits, trialCredits, paidCredits }: Money): bigint {
  const gifts = credits - trialCredits - paidCredits;
  const left = paidCredits + (gifts < 0n ? gifts : 0n);
  return left > 0n ? left : 0n;
}

describe('the pots of an account', () => {
  test('after any gifts, deductions and use, they add up to the remainder to the nano, and none is below zero', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const money = steps.reduce((before, next) => after(before, next, false), nothing);
        const { trialLeft, paidLeft, giftsLeft } = remainingMoney(money, money.used);
        const left = money.credits - money.used;
        assert.equal(trialLeft + paidLeft + giftsLeft, left > 0n ? left : 0n);
        for (const pot of [trialLeft, paidLeft, giftsLeft]) assert.ok(pot >= 0n);
      }),
      { seed: testSeed, numRuns: 5000 },
    );
  });

  test('trial money is spent before paid money and paid money before gifts; what is used of paid money never falls again', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 100n }), fc.array(afterOpening, { maxLength: 30 }), (trial, steps) => {
        // Trial money is given when an account is opened; given later, it would pay for what paid money has already paid for.
        let money = after(nothing, { kind: 'trial', amount: trial }, true);
        let consumedBefore = 0n;
        for (const next of steps) {
          const pots = remainingMoney(money, money.used);
          money = after(money, next, true);
          const now = remainingMoney(money, money.used);
          if (next.kind === 'use') {
            if (pots.trialLeft > now.trialLeft && now.trialLeft > 0n) assert.equal(now.paidLeft, pots.paidLeft);
            if (pots.giftsLeft > now.giftsLeft) assert.equal(now.trialLeft + now.paidLeft, 0n);
          }
          if (next.kind === 'payout') assert.deepEqual([now.trialLeft, now.giftsLeft], [pots.trialLeft, pots.giftsLeft]);
          const consumed = base(money) - now.paidLeft;
          assert.ok(consumed >= consumedBefore, `${String(consumedBefore)} of paid money was used, then ${String(consumed)}`);
          consumedBefore = consumed;
        }
      }),
      { seed: testSeed, numRuns: 5000 },
    );
  });

  test('an account that used more than it had shows empty pots, and by how much in what is available', () => {
    const balance = balanceOf({ credits: 15n, trialCredits: 10n, paidCredits: 5n }, 17n, 1n);
    assert.deepEqual([balance.trialLeft, balance.paidLeft, balance.giftsLeft, balance.available], [0n, 0n, 0n, -3n]);
  });
});
