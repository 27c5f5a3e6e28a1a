import assert from 'node:assert/strict';
import { test } from 'node:test';
import { priceRequest } from '@tollgate/contract/catalogue/prices';
import { modelKinds } from '@tollgate/contract/enumerations';
import { ApiError } from '@tollgate/contract/errors';
import { isMeasured, measurable } from '@tollgate/contract/calls/measured-quantities';
import { quantityNames } from '@tollgate/contract/quantities';
import { noUsage } from '@tollgate/contract/usage';
import { cost } from '../../../domain/catalog/price.ts';
import { RateCard } from '../../../domain/catalog/rate-card.ts';
import { readModelPrice, readPrice } from './prices.ts';

const required = { chat: { input: '1', output: '2' }, embedding: { input: '1' }, rerank: { input: '1' } };
const enough = { ...required, image: { per_call: '1' }, music: { per_call: '1' } };
const everyName = [...quantityNames, 'reasoning', 'tool:web_search', 'image@512x512@high'];

function refusalOf(read: () => unknown): { readonly param: string | null; readonly message: string } | null {
  try {
    read();
    return null;
  } catch (error) {
    assert.ok(error instanceof ApiError);
    return { param: error.param, message: error.message };
  }
}

test('a rate is taken where a reader of the kind counts it, and is refused by name everywhere else, with what can be used', () => {
  for (const kind of modelKinds)
    for (const name of everyName) {
      const inRates = priceRequest.parse({ ...enough[kind], rates: { [name]: '3' } });
      const inVariant = priceRequest.parse({
        ...enough[kind],
        variants: [{ when: { service_tier: 'flex' }, rates: { [name]: '3' } }],
      });
      for (const [request, place] of [
        [inRates, `price.rates.${name}`],
        [inVariant, `price.variants[0].rates.${name}`],
      ] as const) {
        const refusal = refusalOf(() => readModelPrice('price', request, kind));
        assert.equal(refusal === null, isMeasured(name, kind), `${kind} ${name}: ${refusal?.message ?? 'taken'}`);
        if (refusal === null) continue;
        assert.equal(refusal.param, place);
        for (const usable of measurable(kind)) assert.ok(refusal.message.includes(usable), refusal.message);
      }
    }
});

test('a rate of zero is true of anything, and the lines that every price has are taken of every kind', () => {
  const rows = [
    ['embedding', { input: '1', cached_input: '1', output: '0', rates: { page: '0.0' } }, null],
    ['embedding', { input: '1', variants: [{ when: { service_tier: 'flex' }, rates: { input: '2', per_call: '1' } }] }, null],
    ['chat', { input: '1', output: '2', per_image: '1' }, 'price.rates.image'],
    ['embedding', { input: '1', rates: { reasoning: '1' } }, 'price.rates.reasoning'],
  ] as const;
  for (const [kind, price, param] of rows)
    assert.equal(refusalOf(() => readModelPrice('price', priceRequest.parse(price), kind))?.param ?? null, param);
});

test('a cost of a model that nobody has entered yet may name what is counted of any kind', () => {
  const read = (name: string) => refusalOf(() => readPrice('cost', priceRequest.parse({ rates: { [name]: '1' } }), null));
  assert.equal(read('song'), null);
  assert.equal(read('page')?.param, 'cost.rates.page');
});

test('a price of an earlier version that has such a rate stays in force, and nothing is charged by it', () => {
  const base = { input: 2_000_000_000n, cachedInput: 0n, output: 8_000_000_000n, perCall: 0n };
  const usage = { ...noUsage, inputTokens: 1000, outputTokens: 100 };
  const old = { ...base, card: new RateCard(base, { rates: new Map([['page', 9_000_000_000n] as const]), variants: [] }) };
  assert.equal(cost(old, usage), cost({ ...base, card: null }, usage));
});
