import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountLimit } from '@tollgate/contract/money';
import { tokenCountLimit } from '@tollgate/contract/usage';
import fc from 'fast-check';
import { count } from '../../../../test/proofs/counts.ts';
import { testSeed } from '../../../../test/proofs/seed.ts';
import { cost } from '../../../domain/catalog/price.ts';
import { largestCharge } from './largest-charge.ts';

const rate = fc.bigInt({ min: 0n, max: 10n ** 12n }).map((micro) => micro * 1000n);
const price = fc.record({ input: rate, cachedInput: rate, output: rate, perCall: rate, card: fc.constant(null) });
const tokens = fc.nat({ max: tokenCountLimit - 1 });
const usage = fc.tuple(tokens, tokens, tokens).map(([one, other, outputTokens]) => ({
  inputTokens: Math.max(one, other),
  cachedTokens: Math.min(one, other),
  outputTokens,
  reasoningTokens: 0,
  more: null,
}));

test('no call can cost more than the largest charge of its price', () => {
  fc.assert(
    fc.property(price, usage, fc.bigInt({ min: 10_000n, max: 10n ** 10n }), (rates, used, ppm) => {
      assert.ok(cost(rates, used, ppm) <= largestCharge(rates, ppm));
    }),
    { seed: testSeed, numRuns: count('runs') * 10, verbose: fc.VerbosityLevel.Verbose },
  );
});

test('a price without factors, such as a cost or an own price, fits into the books over its whole range', () => {
  const most = 10n ** 15n;
  assert.ok(largestCharge({ input: most, cachedInput: most, output: most, perCall: most, card: null }, 1_000_000n) < amountLimit);
});
