import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelKinds } from '@tollgate/contract/enumerations';
import { parseAmount } from '@tollgate/contract/money';
import { quantityNames } from '@tollgate/contract/quantities';
import { isByPiece } from '@tollgate/contract/rate-units';
import { previewOf } from './price-changes.ts';
import { readPrice } from './prices.ts';

const zeros = { input: '0', cached_input: '0', output: '0', per_call: '0' };
/** No provider reports these quantities, so no price can have a rate for them. */
const unreported = ['page', 'character'];
const named = [...quantityNames, 'image@1024x1024', 'image@1024x1024@high', 'tool:web_search'];
const pieces = named.filter((name) => isByPiece(name) && !unreported.includes(name));

test('a preview shows what a piece of everything costs that has a rate, in every kind of model', () => {
  for (const kind of modelKinds) {
    for (const name of pieces) {
      const after = readPrice('price', { ...zeros, rates: { [name]: '0.28' } }, null);
      const shown = previewOf({ kind, before: null, after, fromMs: 0 });
      assert.ok(
        shown.some((one) => parseAmount(one.after) === parseAmount('0.28')),
        `${kind} ${name}: ${JSON.stringify(shown)}`,
      );
    }
  }
});

test('a price for each call is previewed for a call, before or after', () => {
  const free = readPrice('price', zeros, null);
  const charged = readPrice('price', { ...zeros, per_call: '0.5' }, null);
  for (const [before, after] of [
    [free, charged],
    [charged, free],
  ] as const)
    assert.ok(previewOf({ kind: 'chat', before, after, fromMs: 0 }).some(({ call }) => call === '1 call'));
});
