/**
 * Goal: public lists are read correctly, and data that they cannot express is not invented. Method: the real data of one list, as a
 * development dependency, and published entries of the others.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProvider } from '@pydantic/genai-prices';
import fc from 'fast-check';
import { priceWarningWords, type PriceWarning } from '@tollgate/contract/catalogue/price-list-words';
import { vendors } from '../registry.ts';
import { genaiPrices } from './genai-prices.ts';
import { litellm } from './litellm.ts';
import { decimalShifted } from './listed-model.ts';
import { modelsDev } from './models-dev.ts';
import { proposePrices, type KnownModel } from './propose-prices.ts';

const said = (warning: PriceWarning): string => priceWarningWords(warning, 'en');

const nowMs = Date.parse('2026-11-22T00:00:00Z');
/** Vendors with another seller name in that list. */
const sellers: Readonly<Record<string, string>> = {
  gemini: 'google',
  moonshot: 'moonshotai',
  xai: 'x-ai',
  zhipu: 'zhipuai',
  dashscope: 'alibaba',
};
const sellerOf = (vendor: string): string => sellers[vendor] ?? vendor;

const published = vendors.flatMap(({ name }) => findProvider({ providerId: sellerOf(name) }) ?? []);
const listed = genaiPrices.read(published, nowMs);
const conversion = { usdCny: 7_200_000_000n, marginPpm: 0n };

test('every dollar price of the built-in list is that of genai-prices, or has a note', () => {
  let compared = 0;
  for (const vendor of vendors)
    for (const model of vendor.models) {
      const entry = listed.find(
        ({ name, seller }) => name === (model.upstreamModel ?? model.name) && seller === sellerOf(vendor.name),
      );
      if (entry === undefined || model.price.currency !== 'USD' || model.note !== undefined) continue;
      compared += 1;
      const { input, cachedInput = input, output } = model.price;
      const theirs = {
        input: entry.rates.input,
        cachedInput: entry.rates.cached_input ?? entry.rates.input,
        output: entry.rates.output,
      };
      assert.deepEqual({ input, cachedInput, output }, theirs, model.name);
      assert.deepEqual(entry.variants, [], `${model.name} has rates that one price does not express: it needs a note`);
    }
  assert.ok(compared >= 8, `${String(compared)} prices were compared`);
});

test('genai-prices: tiers begin above their start, windows keep their hours, and future prices are reported and not taken', () => {
  const find = (name: string) => listed.find((entry) => entry.name === name);
  const astra = find('gpt-6-astra');
  assert.deepEqual(astra?.rates, { input: '10', cache_write: '12.5', cached_input: '1', output: '50' });
  assert.deepEqual(astra.variants, [
    { when: { min_input_tokens: 272_000 }, rates: { input: '20', cache_write: '25', cached_input: '2', output: '75' } },
  ]);
  const pro = find('deepseek-v4-pro');
  assert.deepEqual(pro?.rates, { input: '0.66', cached_input: '0.022', output: '1.98' });
  assert.deepEqual(
    pro.variants.map(({ when, rates }) => [when.window?.from, when.window?.to, rates.input]),
    [
      ['01:00', '04:00', '1.32'],
      ['06:00', '10:00', '1.32'],
    ],
  );
  const flash = find('gemini-3.8-flash');
  assert.equal(flash?.rates.input, '0.75');
  assert.match(flash.remarks.map(said).join(), /another price from 2027-01-01 on/);
  assert.match(find('claude-sonnet-5')?.remarks.map(said).join() ?? '', /not taken over: web_searches_kcount/);
});

test('models.dev: both ways to describe long inputs are read, and reasoning at the price of output has no separate rate', () => {
  const read = modelsDev.read(
    {
      google: {
        id: 'google',
        models: {
          'gemini-3-pro-preview': {
            cost: { input: 2, output: 10, context_over_200k: { input: 3, output: 15 } },
            limit: { context: 1_000_000 },
          },
        },
      },
      'hpc-ai': {
        id: 'hpc-ai',
        models: {
          'openai/gpt-5.5': {
            cost: {
              input: 5,
              output: 30,
              cache_read: 0.5,
              reasoning: 30,
              tiers: [{ input: 10, output: 45, cache_read: 1, tier: { type: 'context', size: 272_000 } }],
              context_over_200k: { input: 10, output: 45 },
            },
          },
        },
      },
    },
    nowMs,
  );
  assert.deepEqual(
    read.map(({ name, rates, variants, contextLength }) => ({ name, rates, variants, contextLength })),
    [
      {
        name: 'gemini-3-pro-preview',
        rates: { input: '2', output: '10' },
        variants: [{ when: { min_input_tokens: 200_001 }, rates: { input: '3', output: '15' } }],
        contextLength: 1_000_000,
      },
      {
        name: 'openai/gpt-5.5',
        rates: { input: '5', output: '30', cached_input: '0.5' },
        variants: [{ when: { min_input_tokens: 272_000 }, rates: { input: '10', output: '45', cached_input: '1' } }],
        contextLength: null,
      },
    ],
  );
});

test('LiteLLM: prices per token become exact prices per million, and costs that are not taken over are named', () => {
  const [model, ...others] = litellm.read(
    {
      sample_spec: { input_cost_per_token: 0, mode: 'one of: chat, embedding' },
      'anthropic/claude-sonnet-4-5': {
        litellm_provider: 'anthropic',
        mode: 'chat',
        max_input_tokens: 200_000,
        input_cost_per_token: 0.000003,
        output_cost_per_token: 0.000015,
        cache_read_input_token_cost: 3e-7,
        cache_creation_input_token_cost: 0.00000375,
        cache_creation_input_token_cost_above_1hr: 0.000006,
        input_cost_per_token_above_200k_tokens: 0.000006,
        output_cost_per_token_above_200k_tokens: 0.0000225,
        search_context_cost_per_query: { search_context_size_low: 0.01 },
      },
    },
    nowMs,
  );
  assert.deepEqual(others, []);
  assert.deepEqual(model, {
    name: 'claude-sonnet-4-5',
    seller: 'anthropic',
    contextLength: 200_000,
    rates: { input: '3', output: '15', cached_input: '0.3', cache_write: '3.75', cache_write_1h: '6' },
    variants: [{ when: { min_input_tokens: 200_001 }, rates: { input: '6', output: '22.5' } }],
    remarks: [{ code: 'left_out', params: { lines: 'search_context_cost_per_query' } }],
  });
});

test('what is no list of a format is refused, and no entry is believed blindly', () => {
  for (const format of [genaiPrices, modelsDev, litellm])
    for (const wrong of [null, 7, 'text', {}])
      assert.throws(() => format.read(wrong, nowMs), `${format.name} ${JSON.stringify(wrong)}`);
  const odd = {
    models: { m: { cost: { input: -1, output: Infinity, cache_read: '3', tiers: 'none' }, limit: { context: 1.5 } } },
  };
  const [model] = modelsDev.read({ seller: odd }, nowMs);
  assert.deepEqual([model?.rates, model?.variants, model?.contextLength], [{}, [], null]);
});

test('numbers become decimal text without the noise of floats', () => {
  const cases = [
    ['0', '0'],
    ['3e-7', '0.3'],
    ['0.0000025', '2.5'],
    ['1.5625e-9', '0.0015625'],
    ['0.00001', '10'],
    ['1e21', '1000000000000000000000000000'],
  ] as const;
  for (const [text, expected] of cases) assert.equal(decimalShifted(text), expected);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), fc.integer({ min: 0, max: 9 }), (digits, places) => {
      const value = Number(`${String(digits)}e-${String(places)}`);
      assert.equal(Number(decimalShifted(String(value), 0)), value);
    }),
  );
});

const known = (change: Partial<KnownModel> = {}): KnownModel => ({
  name: 'claude-opus-5-5',
  kind: 'chat',
  ownedBy: 'anthropic',
  price: null,
  providers: [{ name: 'anthropic', upstreamModel: 'claude-opus-5-5' }],
  ...change,
});
const proposalFor = (model: KnownModel) => proposePrices([model], listed, conversion).proposals[0];
const opus = { input: '28.8', cached_input: '1.44', output: '144', rates: { cache_write: '36', cache_write_1h: '57.6' } };

test('a proposal is in CNY, and a price that is so already is none', () => {
  const { proposed, present } = proposalFor(known()) ?? {};
  assert.deepEqual([proposed, present], [opus, null]);
  const same = proposePrices([known({ price: { ...opus, per_call: '0' } })], listed, conversion);
  assert.deepEqual([same.proposals, same.unchanged], [[], ['claude-opus-5-5']]);
  assert.deepEqual(proposePrices([known({ name: 'nobody-lists-it', providers: [] })], listed, conversion).notListed, [
    'nobody-lists-it',
  ]);
});

test('slips are warned of: tenfold changes, odd output, what would be given up, and sellers nobody knows', () => {
  const price = { input: '2.88', cached_input: '1.44', output: '144', per_call: '0.5', rates: { cache_write_24h: '1' } };
  const warnings = proposalFor(known({ price }))?.warnings.map(said).join('\n') ?? '';
  assert.match(warnings, /`input` changes tenfold or more, from 2\.88 to 28\.8/);
  assert.match(warnings, /output costs less than 2 or more than 4 times what input costs/);
  assert.match(warnings, /the current price also has cache_write_24h, per_call, which would be removed/);
  const foreign = known({ ownedBy: 'somebody', providers: [{ name: 'reseller', upstreamModel: 'claude-opus-5-5' }] });
  const lone = listed.filter(({ seller }) => seller === 'anthropic');
  const [told] = proposePrices([foreign], lone, conversion).proposals;
  assert.match(told?.warnings.map(said).join() ?? '', /the price of anthropic, which is not known to be a provider of it/);
  const apart = lone.map((entry) => ({ ...entry, seller: 'other', rates: { ...entry.rates, input: '9' } }));
  assert.deepEqual(
    proposePrices([foreign], [...lone, ...apart], conversion).notListed,
    ['claude-opus-5-5'],
    'resellers disagree',
  );
});

test('a proposal leaves out what the gateway would refuse, because nothing counts it for that kind of model, and says so', () => {
  const rates = { input: '1', output: '4', cached_input: '0.5', cached_audio: '2', song: '1' };
  const variants = [
    { when: { min_input_tokens: 9 }, rates: { song: '5' } },
    { when: { min_input_tokens: 10 }, rates: { input: '2', output: '6' } },
  ];
  const list = [{ name: 'm', seller: 'maker', rates, variants, contextLength: null, remarks: [] }];
  const propose = (kind: string) =>
    proposePrices([{ name: 'm', kind, ownedBy: 'maker', price: null, providers: [] }], list, conversion).proposals[0];
  const chat = propose('chat');
  assert.deepEqual(Object.keys(chat?.proposed.rates ?? {}), ['cached_audio']);
  assert.match(chat?.warnings.map(said).join() ?? '', /left out, because nothing measures it for this kind of model: song/);
  const embedding = propose('embedding');
  assert.equal(embedding?.proposed.rates, undefined);
  assert.deepEqual(
    embedding?.proposed.variants?.map((variant) => Object.keys(variant.rates)),
    [['input', 'output']],
  );
});
