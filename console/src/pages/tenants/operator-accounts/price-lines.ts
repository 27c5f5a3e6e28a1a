import { isAmount } from '../../../components/money/is-amount.ts';
import type { OperatorModel } from '../../../api/operator-models.ts';
import type { PriceLines } from '../own-prices.ts';

export const lineNames = ['input', 'cached_input', 'output', 'per_image', 'per_call', 'per_search_unit'] as const;
export type LineName = (typeof lineNames)[number];
export type TypedLines = Readonly<Partial<Record<LineName, string>>>;

/** The lines of a price by model kind; the first ones are required. */
const linesOfKind: Readonly<Record<string, readonly LineName[]>> = {
  chat: ['input', 'output', 'cached_input'],
  embedding: ['input'],
  rerank: ['input', 'per_search_unit'],
  image: ['per_image'],
  music: ['per_call'],
};
const mayBeEmpty: readonly LineName[] = ['cached_input', 'per_search_unit'];

export const linesOf = ({ kind }: Pick<OperatorModel, 'kind'>): readonly LineName[] => linesOfKind[kind] ?? [];
export const isOptionalLine = (name: LineName): boolean => mayBeEmpty.includes(name);
export const isByToken = (name: LineName): boolean => !name.startsWith('per_');
export const isLineRight = (name: LineName, text = ''): boolean => (text === '' ? isOptionalLine(name) : isAmount(text, 6));

/** The value from the list price; null if there is none. */
export function listed({ price }: OperatorModel, name: LineName): string | null {
  if (price === null) return null;
  if (name === 'per_image') return price.rates?.image ?? null;
  if (name === 'per_search_unit') return price.rates?.search_unit ?? null;
  return price[name];
}

/** Whether the list price contains more than these lines. */
export function hasMore({ price, kind }: OperatorModel): boolean {
  if (price === null) return false;
  const known = kind === 'image' ? ['image'] : kind === 'rerank' ? ['search_unit'] : [];
  const others = Object.keys(price.rates ?? {}).filter((name) => !known.includes(name));
  return others.length > 0 || (price.variants ?? []).length > 0;
}

/** The request. */
export function priceOf(model: OperatorModel, typed: TypedLines): PriceLines {
  const lines = linesOf(model).flatMap((name) => {
    const text = typed[name]?.trim() ?? '';
    return text === '' ? [] : [[name, text] as const];
  });
  return Object.fromEntries(lines);
}
