import type { PriceWarning } from '@tollgate/contract/catalogue/price-list-words';
import type { PriceAnswer, PriceRequest } from '@tollgate/contract/catalogue/prices';
import { modelKinds } from '@tollgate/contract/enumerations';
import { isMeasured } from '@tollgate/contract/calls/measured-quantities';
import { formatExact, parseAmount } from '@tollgate/contract/money';
import { convertRate, type Rates } from '../price-conversion.ts';
import { shortText, type ListedModel, type ListedRates } from './listed-model.ts';

/** A model in the gateway's catalogue. */
export interface KnownModel {
  readonly name: string;
  readonly kind: string;
  readonly ownedBy: string;
  readonly price: PriceAnswer | null;
  /** Its names at upstreams, with the providers. */
  readonly providers: readonly { readonly name: string; readonly upstreamModel: string }[];
}

export interface Proposal {
  readonly model: string;
  readonly seller: string;
  readonly present: PriceAnswer | null;
  readonly proposed: PriceRequest;
  readonly warnings: readonly PriceWarning[];
}

const baseLines = ['input', 'cached_input', 'output'];
const tenfold = 10n;
/** The usual price of output as a multiple of that of input. */
const [outputLeast, outputMost] = [2n, 4n];

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Vendors have names with and without an ending: `moonshot` and `moonshotai`. */
function isSame(one: string, other: string): boolean {
  const [left, right] = [plain(one), plain(other)];
  return left !== '' && right !== '' && (left.startsWith(right) || right.startsWith(left));
}

function converted(rates: ListedRates, conversion: Rates): Record<string, string> {
  return Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, convertRate(rate, 'USD', conversion)]));
}

/** Whether the gateway accepts a rate for the quantity, which means that something measures it. */
function isTaken(name: string, kind: string): boolean {
  return baseLines.includes(name) || modelKinds.every((known) => known !== kind || isMeasured(name, known));
}

/** A list entry without the lines that the gateway would refuse; its remarks name them. */
function withoutUnmeasured(listed: ListedModel, kind: string): ListedModel {
  const kept = (rates: ListedRates): ListedRates =>
    Object.fromEntries(Object.entries(rates).filter(([name]) => isTaken(name, kind)));
  const variants = listed.variants.map((variant) => ({ ...variant, rates: kept(variant.rates) }));
  const all = [listed.rates, ...listed.variants.map(({ rates }) => rates)].flatMap((rates) => Object.keys(rates));
  const lost = [...new Set(all)].filter((name) => !isTaken(name, kind));
  if (lost.length === 0) return listed;
  return {
    ...listed,
    rates: kept(listed.rates),
    variants: variants.filter(({ rates }) => Object.keys(rates).length > 0),
    remarks: [...listed.remarks, { code: 'unmeasured', params: { lines: lost.join(', ') } }],
  };
}

function priceOf(listed: ListedModel, conversion: Rates): PriceRequest {
  const all = converted(listed.rates, conversion);
  const base = Object.fromEntries(Object.entries(all).filter(([name]) => baseLines.includes(name)));
  const rates = Object.fromEntries(Object.entries(all).filter(([name]) => !baseLines.includes(name)));
  const variants = listed.variants.map(({ when, rates: changed }) => ({ when, rates: converted(changed, conversion) }));
  return {
    ...base,
    ...(Object.keys(rates).length === 0 ? {} : { rates }),
    ...(variants.length === 0 ? {} : { variants }),
  };
}

/** A price in a canonical form, so that equal prices are equal texts. */
function comparable({
  input = '0',
  cached_input = input,
  output = '0',
  per_call = '0',
  rates = {},
  variants = [],
}: PriceRequest | PriceAnswer): string {
  const same = (lines: Readonly<Record<string, string>>): unknown =>
    Object.entries(lines)
      .map(([name, rate]) => [name, formatExact(parseAmount(rate))])
      .toSorted();
  const days = 7;
  const shown = variants.map(({ when, rates: changed }) => {
    const { window, ...others } = when;
    const always = window?.days === undefined || window.days.length === days;
    return [
      Object.entries(others).toSorted(),
      window && [window.utc_offset, window.from, window.to, always ? null : window.days],
      same(changed),
    ];
  });
  return JSON.stringify([same({ input, cached_input, output, per_call }), same(rates), shown]);
}

function tenfoldLines(present: PriceAnswer, proposed: PriceRequest): readonly PriceWarning[] {
  const lines = [
    ['input', present.input, proposed.input],
    ['cached_input', present.cached_input, proposed.cached_input ?? proposed.input],
    ['output', present.output, proposed.output],
  ] as const;
  return lines.flatMap(([name, was, is]) => {
    const [before, after] = [parseAmount(was), parseAmount(is ?? '0')];
    const isTenfold = before > 0n && (after >= before * tenfold || after * tenfold <= before);
    return isTenfold ? [{ code: 'tenfold', params: { line: name, before: was, after: is ?? '0' } }] : [];
  });
}

function losses({
  present,
  proposed,
}: {
  readonly present: PriceAnswer;
  readonly proposed: PriceRequest;
}): readonly PriceWarning[] {
  const lost = [
    ...Object.keys(present.rates ?? {}).filter((name) => proposed.rates?.[name] === undefined),
    ...((present.variants ?? []).length > (proposed.variants ?? []).length ? ['variants'] : []),
    ...(parseAmount(present.per_call) > 0n ? ['per_call'] : []),
  ];
  return lost.length === 0 ? [] : [{ code: 'removed', params: { lines: lost.join(', ') } }];
}

function warningsOf(model: KnownModel, listed: ListedModel, proposed: PriceRequest): readonly PriceWarning[] {
  const [input, output] = [parseAmount(proposed.input ?? '0'), parseAmount(proposed.output ?? '0')];
  const isOdd = model.kind === 'chat' && (output < input * outputLeast || output > input * outputMost);
  return [
    ...(model.price === null ? [] : tenfoldLines(model.price, proposed)),
    ...(isOdd ? [{ code: 'output_ratio', params: {} } as const] : []),
    ...(model.price === null ? [] : losses({ present: model.price, proposed })),
    ...listed.remarks,
  ];
}

interface Entry {
  readonly listed: ListedModel;
  readonly isVendors: boolean;
}

/** The names that a model can have in a list. */
function namesOf(model: KnownModel): ReadonlySet<string> {
  return new Set([model.name, ...model.providers.map(({ upstreamModel }) => upstreamModel)].map((name) => name.toLowerCase()));
}

/** A name of a list, whole and without the maker in front. */
function keysOf(name: string): ReadonlySet<string> {
  const whole = name.toLowerCase();
  return new Set([whole, whole.slice(whole.lastIndexOf('/') + 1)]);
}

/** Whether an entry of this name can be about one of the models. */
export function wantedBy(models: readonly KnownModel[]): (name: string) => boolean {
  const wanted = new Set(models.flatMap((model) => [...namesOf(model)]));
  return (name) => [...keysOf(name)].some((key) => wanted.has(key));
}

function entriesOf(model: KnownModel, byName: ReadonlyMap<string, readonly ListedModel[]>): readonly ListedModel[] {
  return [...namesOf(model)].flatMap((name) => byName.get(name) ?? []);
}

/** The vendor's own price; if there is none, the resellers' price, if all of them agree. */
function entryFor(model: KnownModel, entries: readonly ListedModel[]): Entry | null {
  const found = entries.filter(({ rates }) => rates.input !== undefined);
  const own = found.find(({ seller }) =>
    [model.ownedBy, ...model.providers.map(({ name }) => name)].some((name) => isSame(name, seller)),
  );
  if (own !== undefined) return { listed: own, isVendors: true };
  const prices = new Set(found.map(({ rates, variants }) => JSON.stringify([rates, variants])));
  const [first] = found;
  return first === undefined || prices.size > 1 ? null : { listed: first, isVendors: false };
}

function short({ code, params }: PriceWarning): PriceWarning {
  return { code, params: Object.fromEntries(Object.entries(params).map(([name, text]) => [name, shortText(text)])) };
}

export interface Proposals {
  readonly proposals: readonly Proposal[];
  /** Models whose price is that of the list. */
  readonly unchanged: readonly string[];
  /** Models without a price in the list, or with different ones at resellers. */
  readonly notListed: readonly string[];
  /** Models whose price in the list is not possible. */
  readonly unusable: readonly { readonly model: string; readonly warning: PriceWarning }[];
}

function addTo(byName: Map<string, ListedModel[]>, key: string, entry: ListedModel): void {
  const entries = byName.get(key);
  if (entries === undefined) byName.set(key, [entry]);
  else entries.push(entry);
}

/** The changes that a list would make. Changes nothing itself. */
export function proposePrices(models: readonly KnownModel[], listed: readonly ListedModel[], conversion: Rates): Proposals {
  const byName = new Map<string, ListedModel[]>();
  for (const entry of listed) for (const key of keysOf(entry.name)) addTo(byName, key, entry);
  const proposals: Proposal[] = [];
  const unchanged: string[] = [];
  const notListed: string[] = [];
  const unusable: { model: string; warning: PriceWarning }[] = [];
  for (const model of models) {
    const found = entriesOf(model, byName);
    const entry = entryFor(model, found);
    if (entry === null) {
      const [warning] = found.flatMap(({ remarks }) => remarks.filter(({ code }) => code === 'no_price'));
      if (warning === undefined) notListed.push(model.name);
      else unusable.push({ model: model.name, warning: short(warning) });
      continue;
    }
    const fitting = withoutUnmeasured(entry.listed, model.kind);
    const proposed = priceOf(fitting, conversion);
    if (model.price !== null && comparable(model.price) === comparable(proposed)) {
      unchanged.push(model.name);
      continue;
    }
    const seller = shortText(entry.listed.seller);
    const others = entry.isVendors ? [] : [{ code: 'reseller', params: { seller } } as const];
    const warnings = [...others, ...warningsOf(model, fitting, proposed)].map(short);
    proposals.push({ model: model.name, seller, present: model.price, proposed, warnings });
  }
  return { proposals, unchanged, notListed, unusable };
}
