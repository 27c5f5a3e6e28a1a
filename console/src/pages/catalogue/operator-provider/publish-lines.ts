import type { PriceRequest } from '@tollgate/contract/catalogue/prices';
import type { VendorAnswer } from '@tollgate/contract/catalogue/vendors';
import type { ModelKind } from '@tollgate/contract/enumerations';
import type { Provider } from '../../../api/providers.ts';
import { isAmount } from '../../../components/money/is-amount.ts';
import { nano } from '../../../components/money/money-text.ts';

export type LineName = 'input' | 'output' | 'per_image' | 'per_call' | 'per_search_unit';
export type Lines = Readonly<Partial<Record<LineName, string>>>;
type VendorModel = VendorAnswer['models'][number];

const linesOfKind: Readonly<Record<ModelKind, readonly LineName[]>> = {
  chat: ['input', 'output'],
  embedding: ['input'],
  rerank: ['input'],
  image: ['per_image'],
  music: ['per_call'],
};

export const linesOf = (kind: ModelKind): readonly LineName[] => linesOfKind[kind];
export const isByToken = (name: LineName): boolean => !name.startsWith('per_');

/** A model that is to be published, as typed. */
export interface Choice {
  readonly upstream: string;
  readonly name: string;
  readonly kind: ModelKind;
  readonly price: Lines;
  readonly cost: Lines;
  /** What the catalogue of vendors knows of it. */
  readonly known: VendorModel | null;
}

function textOf(price: PriceRequest, line: LineName): string {
  if (line === 'per_image') return price.rates?.image ?? '';
  if (line === 'per_call') return price.rates?.song ?? price.per_call ?? '';
  if (line === 'per_search_unit') return price.rates?.search_unit ?? '';
  return price[line] ?? '';
}

export function linesFrom(price: PriceRequest | undefined, kind: ModelKind): Lines {
  if (price === undefined) return {};
  return Object.fromEntries(linesOf(kind).map((line) => [line, textOf(price, line)]));
}

/** What its name says about a model that nobody knows. */
function kindOf(id: string): ModelKind {
  if (/rerank/i.test(id)) return 'rerank';
  if (/embed|bge-|gte-/i.test(id)) return 'embedding';
  if (/image|flux|seedream|dall-?e|kolors/i.test(id)) return 'image';
  return /music|song|suno/i.test(id) ? 'music' : 'chat';
}

/** The vendor whose address a provider calls. */
export function vendorOf({ routes }: Provider, vendors: readonly VendorAnswer[]): VendorAnswer | null {
  const called = new Set(routes.map((route) => route.base_url));
  return (
    vendors.find(({ sites }) => sites.some(({ provider }) => provider.routes.some((route) => called.has(route.base_url)))) ?? null
  );
}

export function choiceOf(id: string, vendor: VendorAnswer | null): Choice {
  const known = vendor?.models.find((model) => model.upstream_model === id) ?? null;
  const kind = known?.kind ?? kindOf(id);
  return {
    upstream: id,
    name: known?.name ?? id,
    kind,
    price: linesFrom(known?.price, kind),
    cost: linesFrom(known?.cost, kind),
    known,
  };
}

/** Whether each line is an amount, or all are empty. */
export function areRight(kind: ModelKind, lines: Lines): boolean {
  const typed = linesOf(kind).map((line) => lines[line]?.trim() ?? '');
  return typed.every((text) => text === '') || typed.every((text) => isAmount(text, 6));
}

function isEmpty(kind: ModelKind, lines: Lines): boolean {
  return linesOf(kind).every((line) => (lines[line]?.trim() ?? '') === '');
}

/** Whether a model could be called at once with what is typed: an incomplete price is none. */
export function isPriced({ kind, price }: Pick<Choice, 'kind' | 'price'>): boolean {
  return areRight(kind, price) && !isEmpty(kind, price);
}

/** The request; with what the catalogue knows besides, as long as nothing of it was changed. */
export function priceOf(
  { kind, known }: Pick<Choice, 'kind' | 'known'>,
  lines: Lines,
  part: 'price' | 'cost',
): PriceRequest | null {
  if (isEmpty(kind, lines)) return null;
  const suggested = known?.kind === kind ? known[part] : undefined;
  const isSuggested = suggested !== undefined && linesOf(kind).every((line) => textOf(suggested, line) === lines[line]?.trim());
  return isSuggested ? suggested : Object.fromEntries(linesOf(kind).map((line) => [line, lines[line]?.trim()]));
}

/** Whether a line is sold for less than it costs. */
export function isBelowCost({ kind, price, cost }: Choice): boolean {
  if (!areRight(kind, price) || !areRight(kind, cost) || isEmpty(kind, price) || isEmpty(kind, cost)) return false;
  return linesOf(kind).some((line) => nano(price[line]?.trim() ?? '0') < nano(cost[line]?.trim() ?? '0'));
}
