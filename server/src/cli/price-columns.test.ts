import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quantityNames } from '@tollgate/contract/quantities';
import { isByPiece, rateUnit } from '@tollgate/contract/rate-units';
import { priceColumns } from './price-columns.ts';
import { formatTable, type Row } from './table.ts';

const zeros = { input: '0', cached_input: '0', output: '0', per_call: '0' };
const table = (price: Row): string =>
  formatTable(
    [{ price }],
    priceColumns((row) => row.price),
  );
const names = [...quantityNames, 'image@1024x1024', 'image@1024x1024@high', 'tool:web_search'];

test('a price by the piece shows its unit and no rate for tokens that reads as free', () => {
  for (const name of names.filter(isByPiece)) {
    const text = table({ ...zeros, rates: { [name]: '0.28' } });
    assert.match(text, new RegExp(`-\\s+-\\s+-\\s+-\\s+${name} 0\\.28 per ${rateUnit(name)}$`), name);
  }
  assert.match(table({ ...zeros, per_call: '0.5' }), /-\s+-\s+-\s+0\.5\s+-$/);
});

test('rates for tokens stay beside further rates, and a free model shows 0', () => {
  const text = table({ ...zeros, input: '2', output: '8', rates: { cache_write: '2.5' }, variants: [{}, {}] });
  assert.match(text, /2\s+0\s+8\s+0\s+cache_write 2\.5 per 1,000,000 tokens, 2 with conditions$/);
  assert.match(table(zeros), /0\s+0\s+0\s+0\s+-$/);
});

test('every rate that is not for tokens has its own word for one piece', () => {
  const byTokens = names.filter((name) => rateUnit(name) === '1,000,000 tokens');
  assert.deepEqual(byTokens.filter(isByPiece), ['citation'], 'cited tokens are counted apart, but are tokens');
});
