/**
 * Goal: prices calculated from costs are exact to six decimals, keep every rate and variant, and include only models whose price changes.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderAnswer } from '@tollgate/contract/catalogue/providers';
import type { OperatorModel } from '../../../api/operator-models.ts';
import type { OperatorPrice } from '../operator-catalogue.ts';
import { repricesOf } from './reprice.ts';

const cost: OperatorPrice = {
  ...{ input: '2.333333', cached_input: '0.1', output: '8', per_call: '0' },
  rates: { cache_write: '3' },
  variants: [{ when: { min_input_tokens: 128_000 }, rates: { input: '4' } }],
};
const model = (name: string, price: OperatorPrice | null): OperatorModel =>
  ({ name, kind: 'chat', price, prices: [] }) as unknown as OperatorModel;
const provider = (id: string, models: readonly { model: string; cost: OperatorPrice | null }[]): ProviderAnswer =>
  ({
    id,
    name: id,
    enabled: true,
    account_id: null,
    models: models.map((one) => ({ ...one, upstream_model: one.model })),
  }) as unknown as ProviderAnswer;
const providers = [
  provider('one', [
    { model: 'a', cost },
    { model: 'b', cost: null },
  ]),
  provider('two', [{ model: 'c', cost }]),
];
const rule = { providerId: 'one', surchargePercent: '12.5', offset: '+08:00' };

test('each line of a cost is raised by the surcharge and rounded half up to six decimals', () => {
  const [change, ...others] = repricesOf([model('a', null), model('b', null), model('c', null)], providers, rule);
  assert.deepEqual(others, []);
  assert.deepEqual(change?.request, {
    ...{ input: '2.625', cached_input: '0.1125', output: '9' },
    rates: { cache_write: '3.375' },
    variants: [{ when: { min_input_tokens: 128_000 }, rates: { input: '4.5' } }],
  });
});

test('a model that has this price already is not named', () => {
  const [change] = repricesOf([model('a', null)], providers, rule);
  assert.deepEqual(repricesOf([model('a', change?.after ?? null)], providers, rule), []);
});
