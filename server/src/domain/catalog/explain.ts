import { divideHalfUp, type NanoCny } from '@tollgate/contract/money';
import { partsOf, type Quantities, type QuantityName } from '@tollgate/contract/quantities';
import type { ServiceTier } from '@tollgate/contract/model-api/service-tiers';
import type { PromptUsage, Usage } from '@tollgate/contract/usage';
import type { PriceVersion } from './model.ts';
import { costOfPrompts, listPricePpm } from './price.ts';
import { readLabel } from './price-label.ts';
import { rateOf, type FlatRates, type RateName } from './rate-card.ts';

/** Fields of a log row that determine its price. */
export interface PricedRow extends Omit<Usage, 'more'> {
  readonly requestTimeMs: number;
  readonly charge: NanoCny;
  readonly uncollected: NanoCny;
  readonly priceVersion: string | null;
  /** `null` in rows of versions that did not store it, and in rows without a price. */
  readonly multiplierPpm: bigint | null;
  readonly priced: {
    readonly more?: Quantities;
    readonly tier?: ServiceTier;
    readonly prompts?: readonly PromptUsage[];
  } | null;
}

export interface ReceiptLine {
  readonly name: RateName | 'input' | 'cached_input' | 'output' | 'per_call';
  readonly quantity: number;
  readonly rate: NanoCny;
  /** The quantity that the rate applies to. */
  readonly per: number;
  /** Exact amount, in millionths of a nano-CNY. */
  readonly amount: bigint;
}

export interface Receipt {
  readonly lines: readonly ReceiptLine[];
  /** Variants of the price that applied, numbered from 1. */
  readonly variants: readonly number[];
  /** Exact sum of the lines, in millionths of a nano-CNY. */
  readonly sum: bigint;
  readonly multiplierPpm: bigint;
  /** Effect of the single rounding, in 1e-12 nano-CNY; negative if rounded down. */
  readonly rounding: bigint;
  /** Value of the call: the charge plus the uncollected part. */
  readonly worth: NanoCny;
}

/** A receipt, or the reason why there is none. */
export type Explanation =
  | { readonly receipt: Receipt; readonly unexplained: null }
  | { readonly receipt: null; readonly unexplained: string };

const million = 1_000_000;
const exactPerNano = 1_000_000n;

function line(name: ReceiptLine['name'], quantity: number, rate: NanoCny, per: number): ReceiptLine {
  return { name, quantity, rate, per, amount: (BigInt(quantity) * rate * exactPerNano) / BigInt(per) };
}

/** Lines of a receipt, one for each quantity with a separate rate; any other quantity is part of its whole's line. */
function linesOf(flat: FlatRates, usage: Usage): readonly ReceiptLine[] {
  const left = { input: usage.inputTokens - usage.cachedTokens, cached: usage.cachedTokens, output: usage.outputTokens };
  const parts: ReceiptLine[] = [];
  for (const { name, amount, partOf, per } of partsOf(usage.more)) {
    if (partOf !== null && !flat.own.has(name)) continue;
    if (partOf !== null) left[partOf] -= amount;
    parts.push(line(name, amount, rateOf(flat, name), per));
  }
  if (flat.own.has('reasoning')) {
    left.output -= usage.reasoningTokens;
    parts.push(line('reasoning', usage.reasoningTokens, flat.reasoning, million));
  }
  const lines = [
    line('input', left.input, flat.input, million),
    line('cached_input', left.cached, flat.cachedInput, million),
    line('output', left.output, flat.output, million),
    ...parts,
    line('per_call', flat.perCall === 0n ? 0 : 1, flat.perCall, 1),
  ];
  return lines.filter(({ quantity }) => quantity > 0);
}

/** Merges lines of several prompts that have the same name and rate. */
function merged(lines: readonly ReceiptLine[]): readonly ReceiptLine[] {
  const found = new Map<string, ReceiptLine>();
  for (const { name, quantity, rate, per } of lines) {
    const place = `${name} ${String(rate)}`;
    found.set(place, line(name, quantity + (found.get(place)?.quantity ?? 0), rate, per));
  }
  return [...found.values()];
}

/** Usage of each prompt; nearly every call has one prompt. */
function promptsOf(usage: Usage, { priced }: PricedRow): readonly PromptUsage[] {
  return priced?.prompts ?? [{ ...usage, tier: priced?.tier ?? null }];
}

function receiptOf(usage: Usage, row: PricedRow, { price }: PriceVersion, multiplierPpm: bigint): Receipt {
  const { card } = price;
  let held = 0;
  const lines = promptsOf(usage, row).flatMap((prompt) => {
    const holding = card?.holding(prompt, { requestTimeMs: row.requestTimeMs, serviceTier: prompt.tier }) ?? 0;
    held |= holding;
    const flat = card?.flat(holding) ?? { ...price, reasoning: price.output, own: new Map<QuantityName, NanoCny>() };
    return linesOf(flat, prompt);
  });
  const sum = lines.reduce((total, { amount }) => total + amount, 0n);
  const exact = sum * multiplierPpm;
  const worth = divideHalfUp(exact, exactPerNano * listPricePpm);
  const variants = (card?.variants ?? []).flatMap((_, at) => (((held >> at) & 1) === 1 ? [at + 1] : []));
  return { lines: merged(lines), variants, sum, multiplierPpm, rounding: worth * exactPerNano * listPricePpm - exact, worth };
}

/** Usage of a row; `null` if there is none or it is unknown. */
export function usageOf(row: PricedRow): Usage | null {
  const { inputTokens, cachedTokens, outputTokens, reasoningTokens } = row;
  const more = row.priced?.more ?? null;
  if (inputTokens === 0 && outputTokens === 0 && more === null) return null;
  return { inputTokens, cachedTokens, outputTokens, reasoningTokens, more };
}

/** Value of a row under the price version it names; `null` if its data is insufficient. */
export function worthOf(row: PricedRow, { price }: PriceVersion): NanoCny | null {
  const usage = usageOf(row);
  if (usage === null || row.multiplierPpm === null) return null;
  return costOfPrompts(price, promptsOf(usage, row), row.multiplierPpm, row.requestTimeMs);
}

function because(unexplained: string): Explanation {
  return { receipt: null, unexplained };
}

function whyWithoutVersion({ priceVersion }: PricedRow): string {
  const owner = priceVersion === null ? null : readLabel(priceVersion)?.owner;
  if (owner?.kind === 'plan' && owner.planId === null)
    return 'its price was one of a plan; an earlier version of the program wrote it, which did not keep of which plan';
  return priceVersion === null ? 'it was over before it had a price' : 'the version of the price that it names is not known';
}

/** Explains a row of an earlier version by the list price if the amounts agree. No other explanation is possible. */
function explainOld(usage: Usage, row: PricedRow, version: PriceVersion): Explanation {
  const receipt = receiptOf(usage, row, version, listPricePpm);
  if (receipt.worth === row.charge + row.uncollected) return { receipt, unexplained: null };
  return because('an earlier version of the program wrote it, which did not keep the multiplier of the account and its plan');
}

/**
 * Explains the cost of a call line by line, with the single rounding. A receipt's total is `charge` plus `uncollected`; a row whose total
 * differs is unexplained.
 * @param version price version that the row names; `null` if there is none.
 */
export function explain(row: PricedRow, version: PriceVersion | null): Explanation {
  const usage = usageOf(row);
  const amount = row.charge + row.uncollected;
  if (usage === null && amount === 0n) return because('nothing of it was used that has a price');
  if (usage === null) return because('what it used is not known: its process was declared dead, and its worth was entered later');
  if (version === null) return because(whyWithoutVersion(row));
  if (row.multiplierPpm === null) return explainOld(usage, row, version);
  const receipt = receiptOf(usage, row, version, row.multiplierPpm);
  if (receipt.worth === amount) return { receipt, unexplained: null };
  return because('its usage and its price do not come to what it cost: run the audit');
}
