/** Goal: the charge of a call shows its sign before the currency, and never a small amount as nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callCharge } from './money-text.ts';

test('a charge is split into its mark, its quiet zeros and its digits', () => {
  const shown: Readonly<Record<string, readonly [mark: string, quiet: string, loud: string]>> = {
    '0': ['', '0.0000', ''],
    '0.000000001': ['<', '', '0.0001'],
    '0.000049999': ['<', '', '0.0001'],
    '0.00005': ['', '0.000', '1'],
    '0.0471': ['', '0.0', '471'],
    '1234.5': ['', '', '1,234.5000'],
    '-0.00001': ['>−', '', '0.0001'],
    '-0.0471': ['−', '0.0', '471'],
    '-2': ['−', '', '2.0000'],
  };
  for (const [amount, [mark, quiet, loud]] of Object.entries(shown))
    assert.deepEqual(callCharge(amount), { mark, quiet, loud }, amount);
});
