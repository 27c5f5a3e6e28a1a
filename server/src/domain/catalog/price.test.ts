import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatExact, parseAmount } from '@tollgate/contract/money';
import { noUsage, tokenCountLimit, type Usage } from '@tollgate/contract/usage';
import fc from 'fast-check';
import { count } from '../../../test/proofs/counts.ts';
import type { Price } from './model.ts';
import { cost, versionInForce } from './price.ts';

const runs = { numRuns: count('runs') };

/** Up to a million CNY per million tokens with six decimals, and factors from 0.01 to 100: everything that can be entered. */
const rate = fc
  .oneof(fc.bigInt({ min: 0n, max: 100_000n }), fc.bigInt({ min: 0n, max: 10n ** 12n }))
  .map((micro) => micro * 1000n);
const price: fc.Arbitrary<Price> = fc.record({
  input: rate,
  cachedInput: rate,
  output: rate,
  perCall: rate,
  card: fc.constant(null),
});
const multiplier = fc.oneof(fc.constant(1_000_000n), fc.bigInt({ min: 10_000n, max: 100_000_000n }));
const tokens = fc.oneof(fc.nat({ max: 5000 }), fc.nat({ max: tokenCountLimit - 1 }));
const usage: fc.Arbitrary<Usage> = fc.tuple(tokens, tokens, tokens).map(([one, other, outputTokens]) => ({
  inputTokens: Math.max(one, other),
  cachedTokens: Math.min(one, other),
  outputTokens,
  reasoningTokens: 0,
  more: null,
}));

const listed: Price = { input: 2n * 10n ** 9n, cachedInput: 5n * 10n ** 8n, output: 8n * 10n ** 9n, perCall: 0n, card: null };

function inputCost(inputTokens: number): string {
  return formatExact(cost(listed, { ...noUsage, inputTokens }));
}

test('a charge is the exact sum of quantity times rate, rounded half up once to a billionth of a CNY', () => {
  fc.assert(
    fc.property(price, usage, multiplier, (rates, used, ppm) => {
      const uncached = BigInt(used.inputTokens - used.cachedTokens);
      const exact =
        (uncached * rates.input + BigInt(used.cachedTokens) * rates.cachedInput + BigInt(used.outputTokens) * rates.output) *
          ppm +
        rates.perCall * 1_000_000n * ppm;
      // In 1e-12 nano-CNY: the charge is less than half a nano below the exact value, and at most half a nano above.
      const above = cost(rates, used, ppm) * 10n ** 12n - exact;
      assert.ok(above > -(10n ** 12n) / 2n && above <= 10n ** 12n / 2n, `${String(above)} from the exact sum ${String(exact)}`);
    }),
    runs,
  );
});

test('no charge is below zero, and more usage never costs less', () => {
  fc.assert(
    fc.property(price, usage, usage, multiplier, (rates, used, more, ppm) => {
      const larger = {
        ...used,
        inputTokens: Math.min(tokenCountLimit - 1, used.inputTokens + more.inputTokens),
        outputTokens: Math.min(tokenCountLimit - 1, used.outputTokens + more.outputTokens),
      };
      assert.ok(cost(rates, used, ppm) >= 0n);
      assert.ok(cost(rates, larger, ppm) >= cost(rates, used, ppm));
    }),
    runs,
  );
});

test('small and large calls cost what the price list says', () => {
  assert.equal(inputCost(0), '0');
  assert.equal(inputCost(1), '0.000002');
  assert.equal(inputCost(2_000_000_000), '4000');
  assert.equal(
    formatExact(cost(listed, { ...noUsage, inputTokens: 12, cachedTokens: 0, outputTokens: 5, reasoningTokens: 0 })),
    '0.000064',
  );
  assert.equal(
    formatExact(cost(listed, { ...noUsage, inputTokens: 12, cachedTokens: 4, outputTokens: 5, reasoningTokens: 5 })),
    '0.000058',
  );
  assert.equal(cost({ ...listed, input: 1_500_000n }, { ...noUsage, inputTokens: 1 }), 2n, 'a half is rounded up');
});

test('an amount of money is read back as it is shown, to the last digit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), (amount) => {
      assert.equal(parseAmount(formatExact(amount)), amount);
    }),
    runs,
  );
});

test('the price in force is the newest that has begun, and of those that begin together the one that came last', () => {
  const versions = [
    { name: 'first', fromMs: 10 },
    { name: 'dated ahead', fromMs: 30 },
    { name: 'second', fromMs: 20 },
    { name: 'put right', fromMs: 20 },
  ];
  const inForce = [9, 10, 19, 20, 29, 30].map((atMs) => versionInForce(versions, atMs)?.name ?? null);
  assert.deepEqual(inForce, [null, 'first', 'first', 'put right', 'put right', 'dated ahead']);
});
