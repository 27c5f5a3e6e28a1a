import { formatExact, parseAmount } from '@tollgate/contract/money';
import type { Selectable } from 'kysely';
import type { Price, PriceVersion } from '../domain/catalog/model.ts';
import { RateCard, type BaseRates, type RateName, type Variant, type When } from '../domain/catalog/rate-card.ts';
import type { ModelPricesTable, PriceOverridesTable } from './schema.ts';

/** A card as JSON, which only this file writes. Amounts are decimal strings, so that none is converted to a float. */
interface StoredCard {
  readonly rates?: StoredRates<RateName>;
  readonly variants?: readonly {
    readonly when: Partial<When>;
    readonly base: StoredRates<keyof BaseRates>;
    readonly rates: StoredRates<RateName>;
  }[];
}

type StoredRates<Name extends string> = Readonly<Partial<Record<Name, string>>>;

const noConditions: When = {
  minInputTokens: null,
  minOutputTokens: null,
  reasoning: null,
  serviceTier: null,
  window: null,
};

function storedRates<Name extends string>(rates: Iterable<readonly [Name, bigint]>): StoredRates<Name> {
  return Object.fromEntries([...rates].map(([name, rate]) => [name, formatExact(rate)])) as StoredRates<Name>;
}

function entriesOf<Name extends string>(rates: StoredRates<Name>): [Name, bigint][] {
  return Object.entries<string | undefined>(rates).map(([name, rate]) => [name as Name, parseAmount(rate ?? '')]);
}

function conditionsOf(when: When): Partial<When> {
  return Object.fromEntries(Object.entries(when).filter(([, condition]) => condition !== null));
}

/** The parts of a price besides its four rates; empty if it has none. */
function storedCard(card: RateCard | null): StoredCard {
  if (card === null) return {};
  return {
    rates: storedRates(card.rates),
    variants: card.variants.map(({ when, base, rates }) => ({
      when: conditionsOf(when),
      base: storedRates(Object.entries(base) as [keyof BaseRates, bigint][]),
      rates: storedRates(rates),
    })),
  };
}

function priceOf(base: BaseRates, { rates, variants }: StoredCard): Price {
  if (rates === undefined && variants === undefined) return { ...base, card: null };
  const read = (variants ?? []).map((variant): Variant => ({
    when: { ...noConditions, ...variant.when },
    base: Object.fromEntries(entriesOf(variant.base)),
    rates: new Map(entriesOf(variant.rates)),
  }));
  return { ...base, card: new RateCard(base, { rates: new Map(entriesOf(rates ?? {})), variants: read }) };
}

type PriceRow = Selectable<ModelPricesTable> | Selectable<PriceOverridesTable>;

/**
 * The price version in a row.
 * @param label the name that the log uses for it.
 */
export function priceVersionOf(row: PriceRow, label: string): PriceVersion {
  const base = { input: row.input, cachedInput: row.cached_input, output: row.output, perCall: row.per_call };
  const price = priceOf(base, JSON.parse(row.card) as StoredCard);
  return { version: Number(row.version), fromMs: Number(row.valid_from), price, label };
}

export function priceColumns({ input, cachedInput, output, perCall, card }: Price) {
  return { input, cached_input: cachedInput, output, per_call: perCall, card: JSON.stringify(storedCard(card)) };
}

/** A cost price as JSON of decimal strings. */
export function writeCost(cost: Price | null): string | null {
  if (cost === null) return null;
  const { input, cachedInput, output, perCall, card } = cost;
  const base = storedRates(Object.entries({ input, cachedInput, output, perCall }));
  return JSON.stringify({ ...base, ...storedCard(card) });
}

/** @param text as `writeCost` wrote it. */
export function readCost(text: string | null): Price | null {
  if (text === null) return null;
  const { input, cachedInput, output, perCall, ...card } = JSON.parse(text) as Record<keyof BaseRates, string> & StoredCard;
  const base = {
    input: parseAmount(input),
    cachedInput: parseAmount(cachedInput),
    output: parseAmount(output),
    perCall: parseAmount(perCall),
  };
  return priceOf(base, card);
}
