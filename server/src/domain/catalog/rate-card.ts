import { variantsMax } from '@tollgate/contract/catalogue/prices';
import { lessSpecific, quantityKind, type QuantityName } from '@tollgate/contract/quantities';
import type { ServiceTier } from '@tollgate/contract/model-api/service-tiers';
import type { NanoCny } from '@tollgate/contract/money';
import type { Usage } from '@tollgate/contract/usage';

/** The four rates that every price has. */
export interface BaseRates {
  readonly input: NanoCny;
  readonly cachedInput: NanoCny;
  readonly output: NanoCny;
  readonly perCall: NanoCny;
}

/** Quantities that may have a separate rate; nothing else is ever charged. Reasoning is part of the output. */
export type RateName = QuantityName | 'reasoning';

/** Hours on certain days of the week, in a fixed time zone. If the end is not after the start, it is on the next day. */
export interface Window {
  readonly utcOffsetMinutes: number;
  /** Days on which the window begins; bit 0 is Monday. */
  readonly days: number;
  /** Minutes of the day: start inclusive, end exclusive. */
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** Conditions, all of which must hold; `null` means not checked. */
export interface When {
  /** Thresholds for all input and all output, inclusive. */
  readonly minInputTokens: number | null;
  readonly minOutputTokens: number | null;
  /** Whether the answer contains reasoning. */
  readonly reasoning: boolean | null;
  readonly serviceTier: ServiceTier | null;
  readonly window: Window | null;
}

/** Rates that replace those of the price if the conditions hold. */
export interface Variant {
  readonly when: When;
  readonly base: Partial<BaseRates>;
  readonly rates: ReadonlyMap<RateName, NanoCny>;
}

/** What a variant depends on besides the usage: known when a call arrives, or reported by its upstream. */
export interface Circumstances {
  readonly requestTimeMs: number;
  readonly serviceTier: ServiceTier | null;
}

/** One rate per line: the result of a card once it is known which variants apply. */
export interface FlatRates extends BaseRates {
  readonly reasoning: NanoCny;
  /** Only quantities with a separate rate. */
  readonly own: ReadonlyMap<RateName, NanoCny>;
}

export interface RateCardParts {
  readonly rates: ReadonlyMap<RateName, NanoCny>;
  readonly variants: readonly Variant[];
}

const minuteMs = 60_000;
const minutesPerDay = 1440;
/** The epoch began on a Thursday. */
const epochWeekday = 3;

/** Whether a moment is within a window. */
export function isWithin({ utcOffsetMinutes, days, fromMinute, toMinute }: Window, atMs: number): boolean {
  const minute = Math.floor(atMs / minuteMs) + utcOffsetMinutes;
  const day = Math.floor(minute / minutesPerDay);
  const ofDay = minute - day * minutesPerDay;
  const beginsOn = (of: number): boolean => ((days >> ((((of + epochWeekday) % 7) + 7) % 7)) & 1) === 1;
  if (fromMinute < toMinute) return ofDay >= fromMinute && ofDay < toMinute && beginsOn(day);
  return (ofDay >= fromMinute && beginsOn(day)) || (ofDay < toMinute && beginsOn(day - 1));
}

function holds(when: When, usage: Usage, { requestTimeMs, serviceTier }: Circumstances): boolean {
  return (
    (when.minInputTokens === null || usage.inputTokens >= when.minInputTokens) &&
    (when.minOutputTokens === null || usage.outputTokens >= when.minOutputTokens) &&
    (when.reasoning === null || usage.reasoningTokens > 0 === when.reasoning) &&
    (when.serviceTier === null || serviceTier === when.serviceTier) &&
    (when.window === null || isWithin(when.window, requestTimeMs))
  );
}

/** The rate of a quantity: its own, otherwise that of a less specific name, otherwise that of its whole; 0 if there is none. */
export function rateOf(flat: FlatRates, name: QuantityName): NanoCny {
  for (let asked: QuantityName | null = name; asked !== null; asked = lessSpecific(asked)) {
    const own = flat.own.get(asked);
    if (own !== undefined) return own;
  }
  const partOf = quantityKind(name)?.partOf;
  if (partOf === 'input') return flat.input;
  if (partOf === 'cached') return flat.cachedInput;
  return partOf === 'output' ? flat.output : 0n;
}

function largest(rates: readonly NanoCny[]): NanoCny {
  return rates.reduce((most, rate) => (rate > most ? rate : most), 0n);
}

function wholeOf(name: RateName): 'input' | 'cached' | 'output' | null {
  return name === 'reasoning' ? 'output' : (quantityKind(name)?.partOf ?? null);
}

/**
 * For a quantity that is not a part. If it has its own rate only in some variants, the rate of a less specific name applies in the others.
 */
function dearestAlone(rates: readonly (readonly [RateName, NanoCny])[]): ReadonlyMap<RateName, NanoCny> {
  const own = new Map<RateName, NanoCny>();
  for (const [name] of rates) {
    const names: (RateName | null)[] = [];
    for (let asked: RateName | null = name; asked !== null && asked !== 'reasoning'; asked = lessSpecific(asked))
      names.push(asked);
    own.set(name, largest(rates.filter(([other]) => names.includes(other)).map(([, rate]) => rate)));
  }
  return own;
}

/**
 * What a price has besides its four rates: rates of parts and of quantities other than tokens, and variants that replace rates in order, so
 * that the last one wins. Cards contain no arithmetic: "double at peak" is written out as rates.
 */
export class RateCard {
  readonly rates: ReadonlyMap<RateName, NanoCny>;
  readonly variants: readonly Variant[];
  readonly #base: BaseRates;
  /** By the bits of the applicable variants; created on demand, because few are ever needed. */
  readonly #flat = new Map<number, FlatRates>();
  #worst: FlatRates | null = null;

  constructor(base: BaseRates, { rates, variants }: RateCardParts) {
    if (variants.length > variantsMax) throw new RangeError('a price has too many variants');
    this.#base = base;
    this.rates = rates;
    this.variants = variants;
  }

  /** The variants that apply, as bits. */
  holding(usage: Usage, circumstances: Circumstances): number {
    let bits = 0;
    for (let at = 0; at < this.variants.length; at += 1) {
      const variant = this.variants[at];
      if (variant !== undefined && holds(variant.when, usage, circumstances)) bits |= 1 << at;
    }
    return bits;
  }

  /** The rates if exactly these variants apply. */
  flat(holding: number): FlatRates {
    const known = this.#flat.get(holding);
    if (known !== undefined) return known;
    const made = this.#flatten(this.variants.filter((_, at) => ((holding >> at) & 1) === 1));
    this.#flat.set(holding, made);
    return made;
  }

  /**
   * At least the rate of every line, regardless of which variants apply; for input and output, the highest of every part that a token may
   * belong to.
   */
  get worst(): FlatRates {
    this.#worst ??= this.#dearest();
    return this.#worst;
  }

  #flatten(holding: readonly Variant[]): FlatRates {
    const own = new Map(this.rates);
    let base = this.#base;
    for (const variant of holding) {
      base = { ...base, ...variant.base };
      for (const [name, rate] of variant.rates) own.set(name, rate);
    }
    const { input, cachedInput, output, perCall } = base;
    return { input, cachedInput, output, perCall, reasoning: own.get('reasoning') ?? output, own };
  }

  #dearest(): FlatRates {
    const all = [{ base: this.#base, rates: this.rates }, ...this.variants];
    const most = (name: keyof BaseRates): NanoCny => largest(all.map(({ base }) => base[name] ?? 0n));
    const rates = all.flatMap((each) => [...each.rates]);
    const ofParts = (wholes: readonly unknown[]): NanoCny[] =>
      rates.filter(([name]) => wholes.includes(wholeOf(name))).map(([, rate]) => rate);
    const input = largest([most('input'), most('cachedInput'), ...ofParts(['input', 'cached'])]);
    const output = largest([most('output'), ...ofParts(['output'])]);
    const own = dearestAlone(rates.filter(([name]) => wholeOf(name) === null));
    return { input, cachedInput: input, output, perCall: most('perCall'), reasoning: output, own };
  }
}
