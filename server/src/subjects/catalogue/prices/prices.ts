import type { PriceAnswer, PriceRequest } from '@tollgate/contract/catalogue/prices';
import type { ModelKind } from '@tollgate/contract/enumerations';
import { amountLimit, formatExact } from '@tollgate/contract/money';
import type { Price, PriceVersion } from '../../../domain/catalog/model.ts';
import { listPricePpm, versionInForce } from '../../../domain/catalog/price.ts';
import { shownCard } from '../../../domain/catalog/shown-card.ts';
import { readAmount } from '../../../control/amounts.ts';
import { invalid, required, type ControlContext } from '../../../control/control-context.ts';
import { largestCharge } from './largest-charge.ts';
import { requireMeasured } from './measured-rates.ts';
import { readCard } from './rate-cards.ts';

/** Rates with a different name in requests. */
const rateOf = { per_image: 'image', per_second: 'output_audio_ms', per_search_unit: 'search_unit' } as const;
type NamedRate = keyof typeof rateOf;
type BasePart = Exclude<keyof PriceRequest, 'rates' | 'variants' | NamedRate>;

/** Parts that a price must include; a missing part would be free. */
const requiredParts: Record<ModelKind, readonly BasePart[]> = {
  chat: ['input', 'output'],
  embedding: ['input'],
  rerank: ['input'],
  image: ['per_call'],
  music: ['per_call'],
};

/** Rates that cover what the model sells. With one of them, the required parts can be omitted. */
const sufficientRates: Partial<Record<ModelKind, readonly string[]>> = {
  rerank: ['search_unit'],
  image: ['image'],
  music: ['song', 'output_audio_ms'],
};

const priceRules = { decimalsMax: 6 };

/** @throws {ApiError} 400 if a rate appears under both of its names. */
function spelledOut(param: string, request: PriceRequest): PriceRequest {
  const rates: Record<string, string> = { ...request.rates };
  for (const [short, name] of Object.entries(rateOf)) {
    const rate = request[short as NamedRate];
    if (rate === undefined) continue;
    if (name in rates) throw invalid(`${param}.${short}`, `is the same as \`rates.${name}\`: omit one of them`);
    rates[name] = rate;
  }
  return { ...request, rates };
}

/**
 * @param kind of the model; `null` if unknown
 * @throws {ApiError} 400 naming the part that is missing, invalid or never charged.
 */
export function readPrice(param: string, stated: PriceRequest, kind: ModelKind | null, parts: readonly BasePart[] = []): Price {
  const request = spelledOut(param, stated);
  const missing = parts.find((part) => request[part] === undefined);
  if (missing !== undefined) {
    const field = `${param}.${missing}`;
    throw required(field, `\`${field}\` is required: a price must state ${parts.join(' and ')}. Use "0" if that part is free.`);
  }
  requireMeasured(param, request, kind);
  const part = (name: BasePart): bigint => readAmount(`${param}.${name}`, request[name] ?? '0', priceRules);
  const input = part('input');
  const cachedInput = request.cached_input === undefined ? input : part('cached_input');
  const base = { input, cachedInput, output: part('output'), perCall: part('per_call') };
  const price = { ...base, card: readCard(param, base, request) };
  // The four standard rates alone cannot exceed the limit.
  if (price.card !== null && largestCharge(price, listPricePpm) >= amountLimit)
    throw invalid(param, 'is too large: one call could cost more than the books can hold');
  return price;
}

export function readModelPrice(param: string, request: PriceRequest, kind: ModelKind): Price {
  const isSufficient = Object.keys(spelledOut(param, request).rates ?? {}).some((name) => sufficientRates[kind]?.includes(name));
  return readPrice(param, request, kind, isSufficient ? [] : requiredParts[kind]);
}

/** Start of a new price. Never in the past, because past charges must remain explainable. */
export function readStart(context: ControlContext, text: string | undefined): number {
  const nowMs = context.clock.nowMs();
  if (text === undefined) return nowMs;
  const atMs = Date.parse(text);
  if (atMs < nowMs) throw invalid('price_from', 'must not be in the past; omit it for a price that starts now');
  return atMs;
}

export function samePrice(left: Price | null | undefined, right: Price | null): boolean {
  if (left === null || left === undefined || right === null) return left === right;
  return (
    left.input === right.input &&
    left.cachedInput === right.cachedInput &&
    left.output === right.output &&
    left.perCall === right.perCall &&
    JSON.stringify(shownCard(left.card, formatExact)) === JSON.stringify(shownCard(right.card, formatExact))
  );
}

/** A version of a price, or of its withdrawal. */
interface PossiblePrice {
  readonly fromMs: number;
  readonly price: Price | null;
}

/** Times from `nowMs` on at which a price is in force or takes effect. */
export function priceStarts(versions: readonly PossiblePrice[], nowMs: number): readonly number[] {
  const planned = versions.map(({ fromMs }) => fromMs).filter((fromMs) => fromMs > nowMs);
  return [nowMs, ...new Set(planned)].filter((fromMs) => (versionInForce(versions, fromMs)?.price ?? null) !== null);
}

/** Versions count up from 1 and are never reused. */
export function nextVersion(versions: readonly Pick<PriceVersion, 'version'>[]): number {
  return versions.reduce((highest, { version }) => Math.max(highest, version), 0) + 1;
}

export function showPrice(price: Price): PriceAnswer {
  return {
    input: formatExact(price.input),
    cached_input: formatExact(price.cachedInput),
    output: formatExact(price.output),
    per_call: formatExact(price.perCall),
    ...shownCard(price.card, formatExact),
  };
}
