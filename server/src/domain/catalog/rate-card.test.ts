/**
 * Goal: for any price, a call costs exactly the sum of its rates, rounded once, and the receipt says so. Method: random prices and usages,
 * recomputed in the simplest possible way.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variantsMax } from '@tollgate/contract/catalogue/prices';
import { divideHalfUp } from '@tollgate/contract/money';
import {
  amountsOf,
  lessSpecific,
  partsOf,
  quantitiesOf,
  quantityKind,
  quantityNames,
  type QuantityName,
} from '@tollgate/contract/quantities';
import { serviceTiers } from '@tollgate/contract/model-api/service-tiers';
import type { Usage } from '@tollgate/contract/usage';
import fc from 'fast-check';
import { count } from '../../../test/proofs/counts.ts';
import { testSeed } from '../../../test/proofs/seed.ts';
import { explain, worthOf, type PricedRow } from './explain.ts';
import type { Price } from './model.ts';
import { plausibleNonTokens } from './non-tokens.ts';
import { isPossible } from './possible-usage.ts';
import { cost, costOfPrompts, worstCost } from './price.ts';
import { isWithin, RateCard, type BaseRates, type Circumstances, type RateName, type Variant, type When } from './rate-card.ts';

const seeded = { seed: testSeed, numRuns: count('runs') * 5, verbose: fc.VerbosityLevel.Verbose };

const families: readonly QuantityName[] = ['image@1024x1024', 'image@1024x1024@high', 'tool:web_search'];
const names: readonly QuantityName[] = [...quantityNames, ...families];
const rate = fc.oneof(fc.bigInt({ min: 0n, max: 1000n }), fc.bigInt({ min: 0n, max: 10n ** 12n })).map((micro) => micro * 1000n);
const baseRates: fc.Arbitrary<BaseRates> = fc.record({ input: rate, cachedInput: rate, output: rate, perCall: rate });
const ownRates = fc
  .array(fc.tuple(fc.constantFrom<RateName>(...names, 'reasoning'), rate), { maxLength: 6 })
  .map((pairs): ReadonlyMap<RateName, bigint> => new Map(pairs));
const window = fc.record({
  utcOffsetMinutes: fc.integer({ min: -14 * 60, max: 14 * 60 }),
  days: fc.integer({ min: 1, max: 127 }),
  fromMinute: fc.nat({ max: 1439 }),
  toMinute: fc.nat({ max: 1439 }),
});
const when: fc.Arbitrary<When> = fc.record({
  minInputTokens: fc.option(fc.integer({ min: 1, max: 2000 })),
  minOutputTokens: fc.option(fc.integer({ min: 1, max: 2000 })),
  reasoning: fc.option(fc.boolean()),
  serviceTier: fc.option(fc.constantFrom(...serviceTiers)),
  window: fc.option(window),
});
const variant: fc.Arbitrary<Variant> = fc.record({
  when,
  base: fc.record({ input: rate, cachedInput: rate, output: rate, perCall: rate }, { requiredKeys: [] }),
  rates: ownRates,
});
const price: fc.Arbitrary<Price> = fc
  .tuple(baseRates, ownRates, fc.array(variant, { maxLength: 5 }))
  .map(([base, rates, variants]) => ({ ...base, card: new RateCard(base, { rates, variants }) }));

const tokens = fc.oneof(fc.nat({ max: 3000 }), fc.nat({ max: 2 ** 31 - 1 }));
/** Wholes are the sums of their parts, so that they always fit. */
const usage: fc.Arbitrary<Usage> = fc
  .tuple(
    fc.uniqueArray(fc.tuple(fc.constantFrom(...names), fc.integer({ min: 1, max: 2000 })), { selector: ([name]) => name }),
    tokens,
    tokens,
    tokens,
    tokens,
  )
  .map(([amounts, input, cached, output, reasoning]) => {
    const more = quantitiesOf(amounts);
    const within = { input: 0, cached: 0, output: 0 };
    for (const { partOf, amount } of partsOf(more)) if (partOf !== null) within[partOf] += amount;
    const cachedTokens = within.cached + Math.floor(cached / 4);
    const reasoningTokens = Math.floor(reasoning / 4);
    const outputTokens = within.output + reasoningTokens + Math.floor(output / 4);
    return {
      inputTokens: within.input + cachedTokens + Math.floor(input / 4),
      cachedTokens,
      outputTokens,
      reasoningTokens,
      more,
    };
  });
const multiplier = fc.oneof(fc.constant(1_000_000n), fc.bigInt({ min: 10_000n, max: 100_000_000n }));
const circumstances: fc.Arbitrary<Circumstances> = fc.record({
  requestTimeMs: fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) }),
  serviceTier: fc.option(fc.constantFrom(...serviceTiers)),
});

/** A window computed with the language's calendar instead of our arithmetic. */
function plainlyWithin({ utcOffsetMinutes, days, fromMinute, toMinute }: When['window'] & object, atMs: number): boolean {
  const local = new Date(Math.floor(atMs / 60_000) * 60_000 + utcOffsetMinutes * 60_000);
  for (const daysBack of [0, 1]) {
    const day = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() - daysBack));
    const begins = day.getTime() + fromMinute * 60_000;
    const ends = day.getTime() + (toMinute > fromMinute ? toMinute : toMinute + 1440) * 60_000;
    const isDay = ((days >> ((day.getUTCDay() + 6) % 7)) & 1) === 1;
    if (isDay && local.getTime() >= begins && local.getTime() < ends) return true;
  }
  return false;
}

function plainlyHolds(asked: When, used: Usage, at: Circumstances): boolean {
  if (asked.minInputTokens !== null && used.inputTokens < asked.minInputTokens) return false;
  if (asked.minOutputTokens !== null && used.outputTokens < asked.minOutputTokens) return false;
  if (asked.reasoning !== null && asked.reasoning !== used.reasoningTokens > 0) return false;
  if (asked.serviceTier !== null && asked.serviceTier !== at.serviceTier) return false;
  return asked.window === null || plainlyWithin(asked.window, at.requestTimeMs);
}

/** The price list for this call: every line with its rate. */
function plainLines(rates: Price, used: Usage, at: Circumstances): ReadonlyMap<string, bigint> {
  const { input, cachedInput, output, perCall, card } = rates;
  const lines = new Map<string, bigint>([...Object.entries({ input, cachedInput, output, perCall }), ...(card?.rates ?? [])]);
  for (const one of card?.variants ?? []) {
    if (!plainlyHolds(one.when, used, at)) continue;
    for (const [name, replaced] of [...Object.entries(one.base), ...one.rates]) lines.set(name, replaced);
  }
  return lines;
}

const wholes = { input: 'input', cached: 'cachedInput', output: 'output' } as const;

/** Computed line by line, as a person would with the price list, in 10^-6 nano-CNY. */
function plainly(rates: Price, used: Usage, at: Circumstances): bigint {
  const lines = plainLines(rates, used, at);
  const of = (name: string | undefined): bigint => (name === undefined ? 0n : (lines.get(name) ?? 0n));
  const left = { input: used.inputTokens - used.cachedTokens, cached: used.cachedTokens, output: used.outputTokens };
  let sum = of('perCall') * 1_000_000n;
  for (const { name, amount, partOf, per } of partsOf(used.more)) {
    const asked = name.startsWith('image@') ? [name, lessSpecific(name) ?? '', 'image'] : [name];
    const own = asked.find((one) => lines.has(one)) ?? (partOf === null ? undefined : wholes[partOf]);
    sum += (BigInt(amount) * of(own) * 1_000_000n) / BigInt(per);
    if (partOf !== null) left[partOf] -= amount;
  }
  sum += BigInt(used.reasoningTokens) * of(lines.has('reasoning') ? 'reasoning' : 'output');
  left.output -= used.reasoningTokens;
  return sum + BigInt(left.input) * of('input') + BigInt(left.cached) * of('cachedInput') + BigInt(left.output) * of('output');
}

function rowOf(used: Usage, at: Circumstances, charge: bigint, multiplierPpm: bigint | null): PricedRow {
  const priced = { ...(used.more && { more: used.more }), ...(at.serviceTier && { tier: at.serviceTier }) };
  const { inputTokens, cachedTokens, outputTokens, reasoningTokens } = used;
  const counts = { inputTokens, cachedTokens, outputTokens, reasoningTokens };
  return { ...counts, requestTimeMs: at.requestTimeMs, charge, uncollected: 0n, priceVersion: 'm@1', multiplierPpm, priced };
}

const version = (of: Price) => ({ version: 1, fromMs: 0, price: of, label: 'm@1' });

test('a charge is the exact sum of every quantity at the rate of its line, rounded half up once, whichever variants hold', () => {
  fc.assert(
    fc.property(price, usage, multiplier, circumstances, (rates, used, ppm, at) => {
      assert.equal(cost(rates, used, ppm, at), divideHalfUp(plainly(rates, used, at) * ppm, 10n ** 12n));
    }),
    seeded,
  );
});

test('several prompts cost what each costs alone, rounded once, and their receipt and their row come to that', () => {
  const few = fc.array(fc.tuple(usage, circumstances), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(price, few, multiplier, (rates, used, ppm) => {
      const [, at] = used[0] ?? assert.fail();
      const { requestTimeMs } = at;
      const prompts = used.map(([one, { serviceTier: tier }]) => ({ ...one, tier }));
      const exact = prompts.reduce((sum, one) => sum + plainly(rates, one, { requestTimeMs, serviceTier: one.tier }), 0n);
      const charge = costOfPrompts(rates, prompts, ppm, requestTimeMs);
      assert.equal(charge, divideHalfUp(exact * ppm, 10n ** 12n));
      const sum = (name: 'inputTokens' | 'cachedTokens' | 'outputTokens' | 'reasoningTokens'): number =>
        prompts.reduce((total, one) => total + one[name], 0);
      const whole = {
        inputTokens: sum('inputTokens'),
        cachedTokens: sum('cachedTokens'),
        more: null,
        outputTokens: sum('outputTokens'),
        reasoningTokens: sum('reasoningTokens'),
      };
      const row = { ...rowOf(whole, at, charge, ppm), priced: { prompts } };
      if (whole.inputTokens + whole.outputTokens === 0) return;
      assert.equal(worthOf(row, version(rates)), charge);
      const { receipt } = explain(row, version(rates));
      assert.equal(receipt?.worth, charge);
      assert.equal(
        receipt.lines.reduce((total, { amount }) => total + amount, 0n),
        receipt.sum,
      );
      const worst = { ...whole, more: quantitiesOf([...summed(prompts)]) };
      assert.ok(worstCost(rates, worst, ppm, prompts.length) >= charge);
    }),
    seeded,
  );
});

function summed(prompts: readonly Usage[]): ReadonlyMap<QuantityName, number> {
  const sums = new Map<QuantityName, number>();
  for (const { more } of prompts)
    for (const [name, amount] of amountsOf(more ?? {})) sums.set(name, (sums.get(name) ?? 0) + amount);
  return sums;
}

test('a receipt comes to the charge of its call, and its lines, multiplier and rounding to the receipt', () => {
  fc.assert(
    fc.property(price, usage, multiplier, circumstances, (rates, used, ppm, at) => {
      const charge = cost(rates, used, ppm, at);
      const row = rowOf(used, at, charge, ppm);
      assert.equal(worthOf(row, version(rates)) ?? charge, charge);
      const { receipt } = explain(row, version(rates));
      if (receipt === null) {
        assert.equal(used.inputTokens + used.outputTokens, 0, 'only what used nothing has none');
        return;
      }
      assert.equal(receipt.worth, charge);
      assert.equal(
        receipt.lines.reduce((sum, { amount }) => sum + amount, 0n),
        receipt.sum,
      );
      assert.equal(receipt.sum * ppm + receipt.rounding, charge * 10n ** 12n);
      assert.ok(receipt.rounding > -(10n ** 12n) / 2n && receipt.rounding <= 10n ** 12n / 2n);
      for (const { quantity, rate: of, per, amount } of receipt.lines)
        assert.equal(amount * BigInt(per), BigInt(quantity) * of * 1_000_000n);
      const counted = receipt.lines.filter(
        ({ name }) =>
          name === 'input' ||
          name === 'cached_input' ||
          quantityKind(name)?.partOf === 'input' ||
          quantityKind(name)?.partOf === 'cached',
      );
      assert.equal(
        counted.reduce((sum, { quantity }) => sum + quantity, 0),
        used.inputTokens,
        'every token of input is on one line',
      );
    }),
    seeded,
  );
});

test('a receipt is refused to a row whose charge was changed by a nano', () => {
  fc.assert(
    fc.property(price, usage, multiplier, circumstances, (rates, used, ppm, at) => {
      if (used.inputTokens + used.outputTokens === 0) return;
      const row = rowOf(used, at, cost(rates, used, ppm, at) + 1n, ppm);
      assert.match(explain(row, version(rates)).unexplained ?? '', /run the audit/);
    }),
    seeded,
  );
});

test('more of anything never costs less while the same variants hold', () => {
  fc.assert(
    fc.property(
      price,
      usage,
      circumstances,
      fc.constantFrom('inputTokens', 'outputTokens', ...names),
      (rates, used, at, more) => {
        // Without conditions on amounts, because a step may make everything cheaper.
        const variants = (rates.card?.variants ?? []).map((one) => ({
          ...one,
          when: { ...one.when, minInputTokens: null, minOutputTokens: null },
        }));
        const card = new RateCard(rates, { rates: rates.card?.rates ?? new Map(), variants });
        const larger: Usage =
          more === 'inputTokens' || more === 'outputTokens' ? { ...used, [more]: used[more] + 7 } : withOneMore(used, more);
        assert.ok(cost({ ...rates, card }, larger, undefined, at) >= cost({ ...rates, card }, used, undefined, at));
      },
    ),
    seeded,
  );
});

function withOneMore(used: Usage, name: QuantityName): Usage {
  const more = { ...used.more, [name]: (used.more?.[name] ?? 0) + 1 };
  const partOf = quantityKind(name)?.partOf ?? null;
  if (partOf === null) return { ...used, more };
  if (partOf === 'output') return { ...used, outputTokens: used.outputTokens + 1, more };
  const cachedTokens = partOf === 'cached' ? used.cachedTokens + 1 : used.cachedTokens;
  return { ...used, inputTokens: used.inputTokens + 1, cachedTokens, more };
}

test('what is set aside as the worst covers every variant and whatever parts the tokens turn out to be', () => {
  fc.assert(
    fc.property(price, usage, multiplier, circumstances, (rates, used, ppm, at) => {
      const alone = quantitiesOf(
        partsOf(used.more).flatMap(({ name, amount, partOf }) => (partOf === null ? [[name, amount] as const] : [])),
      );
      const unknown = { ...used, cachedTokens: 0, reasoningTokens: 0, more: alone };
      assert.ok(worstCost(rates, unknown, ppm) >= cost(rates, used, ppm, at));
      assert.ok(worstCost(rates, used, ppm) >= cost(rates, used, ppm, at));
    }),
    seeded,
  );
});

test('usage is believed only if its parts share no token and lie within their wholes', () => {
  const unbounded = {
    model: { kind: 'chat' as const, contextLength: null, outputLimit: null, maxTokensIncludesReasoning: false },
    choices: 128,
    outputTokensMax: null,
    inputTokensMax: 0,
  };
  fc.assert(
    fc.property(usage, fc.constantFrom('inputTokens', 'cachedTokens', 'outputTokens'), (used, whole) => {
      fc.pre(used.inputTokens < 16_000_000 && used.outputTokens < 100_000_000);
      assert.equal(isPossible(used, { ...unbounded, moreMax: used.more }), true);
      if (used.more === null) return;
      const isOwn = partsOf(used.more).every(
        ({ partOf, name, amount }) => partOf !== null || amount <= plausibleNonTokens(name, 'chat'),
      );
      assert.equal(isPossible(used, { ...unbounded, moreMax: null }), isOwn, 'what nobody asked for is not believed');
      const parts = { inputTokens: 'input', cachedTokens: 'cached', outputTokens: 'output' }[whole];
      const least = partsOf(used.more).reduce((sum, { partOf, amount }) => sum + (partOf === parts ? amount : 0), 0);
      const rest = { inputTokens: used.cachedTokens, cachedTokens: 0, outputTokens: used.reasoningTokens }[whole];
      if (least + rest === 0) return;
      assert.equal(isPossible({ ...used, [whole]: least + rest - 1 }, { ...unbounded, moreMax: used.more }), false);
    }),
    seeded,
  );
});

test('a window is what its zone, days and times say, over midnight too', () => {
  fc.assert(
    fc.property(window, circumstances, (asked, { requestTimeMs }) => {
      assert.equal(isWithin(asked, requestTimeMs), plainlyWithin(asked, requestTimeMs));
    }),
    { ...seeded, numRuns: seeded.numRuns * 4 },
  );
});

test('a variant holds from the first token and minute that it names on, and no longer than to the last', () => {
  const day = Date.UTC(2026, 10, 2);
  const at = (minute: number): number => day + minute * 60_000;
  const daily = { utcOffsetMinutes: 0, days: 127, fromMinute: 60, toMinute: 120 };
  assert.deepEqual(
    [59, 60, 119, 120].map((minute) => isWithin(daily, at(minute))),
    [false, true, true, false],
  );
  const overnight = { ...daily, fromMinute: 120, toMinute: 60 };
  assert.deepEqual(
    [59, 60, 119, 120].map((minute) => isWithin(overnight, at(minute))),
    [true, false, false, true],
  );
  const always: When = { minInputTokens: null, minOutputTokens: null, reasoning: null, serviceTier: null, window: null };
  const base: BaseRates = { input: 1n, cachedInput: 1n, output: 1n, perCall: 1n };
  const holds = (asked: Partial<When>, used: Partial<Usage>): boolean => {
    const card = new RateCard(base, {
      rates: new Map(),
      variants: [{ when: { ...always, ...asked }, base: {}, rates: new Map() }],
    });
    const none = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0, more: null };
    return card.holding({ ...none, ...used }, { requestTimeMs: day, serviceTier: null }) === 1;
  };
  for (const [asked, name] of [
    ['minInputTokens', 'inputTokens'],
    ['minOutputTokens', 'outputTokens'],
  ] as const)
    assert.deepEqual(
      [9, 10].map((count) => holds({ [asked]: 10 }, { [name]: count })),
      [false, true],
      asked,
    );
  assert.deepEqual(
    [0, 1].map((reasoningTokens) => holds({ reasoning: true }, { reasoningTokens })),
    [false, true],
  );
  const many = (length: number) => Array.from({ length }, (): Variant => ({ when: always, base: {}, rates: new Map() }));
  assert.doesNotThrow(() => new RateCard(base, { rates: new Map(), variants: many(variantsMax) }));
  assert.throws(() => new RateCard(base, { rates: new Map(), variants: many(variantsMax + 1) }), RangeError);
});

test('a call whose price is not known says whether it had none, or one that is not there', () => {
  const row = (priceVersion: string | null): PricedRow => ({
    requestTimeMs: 0,
    inputTokens: 1,
    cachedTokens: 0,
    outputTokens: 0,
    reasoningTokens: 0,
    charge: 0n,
    uncollected: 1n,
    priceVersion,
    multiplierPpm: 1_000_000n,
    priced: null,
  });
  const told: readonly (readonly [string | null, RegExp])[] = [
    [null, /before it had a price/],
    ['m@3', /version of the price that it names is not known/],
    ['m@account-2', /is not known/],
    ['m@plan:developer-2', /is not known/],
    ['m@plan-2', /did not keep of which plan/],
    ['no label', /is not known/],
  ];
  for (const [label, words] of told) assert.match(explain(row(label), null).unexplained ?? '', words, String(label));
  const unused = { ...row(null), inputTokens: 0 };
  assert.match(explain(unused, null).unexplained ?? '', /what it used is not known/);
  assert.match(explain({ ...unused, uncollected: 0n }, null).unexplained ?? '', /nothing of it was used/);
});
