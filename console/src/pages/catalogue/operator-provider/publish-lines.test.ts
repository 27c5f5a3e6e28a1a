import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areRight, choiceOf, isBelowCost, isPriced, priceOf } from './publish-lines.ts';

const known = {
  name: 'sold',
  upstream_model: 'up',
  kind: 'chat',
  supported_parameters: [] as string[],
  cost: { input: '1', cached_input: '0.1', output: '2' },
  price: { input: '2', cached_input: '0.2', output: '4' },
  note: null,
} as const;
const vendor = { name: 'v', title: 'V', title_zh: 'V', needs_address: false, sites: [], models: [known], priced_as_of: null };

test('a suggested price is sent whole while it is untouched, and only as typed once a line is changed', () => {
  const choice = choiceOf('up', vendor);
  assert.equal(choice.name, 'sold');
  assert.deepEqual(priceOf(choice, choice.price, 'price'), known.price);
  assert.deepEqual(priceOf(choice, { ...choice.price, output: '5' }, 'price'), { input: '2', output: '5' });
  assert.equal(priceOf(choice, { input: '', output: ' ' }, 'price'), null);
});

test('lines are all empty or all amounts, and a line below its cost is noticed', () => {
  assert.equal(areRight('chat', { input: '', output: '' }), true);
  assert.equal(areRight('chat', { input: '1', output: '' }), false);
  const hasPrice = (price: object): boolean => isPriced({ kind: 'chat', price });
  assert.deepEqual([{ input: '1' }, {}, { input: '1', output: '2' }].map(hasPrice), [false, false, true]);
  assert.equal(areRight('chat', { input: '1', output: '2.1234567' }), false);
  const choice = { ...choiceOf('other', null), price: { input: '1', output: '2' } };
  assert.equal(isBelowCost({ ...choice, cost: { input: '1', output: '2.000001' } }), true);
  assert.equal(isBelowCost({ ...choice, cost: { input: '1', output: '2' } }), false);
  assert.equal(isBelowCost({ ...choice, cost: {} }), false);
});

test('the kind of an unknown model is guessed from its name', () => {
  const kinds = ['text-embedding-3', 'bge-reranker-v2', 'flux-dev', 'music-2', 'gpt-6'].map((id) => choiceOf(id, null).kind);
  assert.deepEqual(kinds, ['embedding', 'rerank', 'image', 'music', 'chat']);
});
