import type { ModelKind } from '@tollgate/contract/enumerations';
import { weekdays, type PriceRequest } from '@tollgate/contract/catalogue/prices';
import { serviceTiers } from '@tollgate/contract/model-api/service-tiers';
import { isQuantityName } from '@tollgate/contract/quantities';
import { isAmount } from '../../components/money/is-amount.ts';
import { nano } from '../../components/money/money-text.ts';
import type { OperatorPrice } from './operator-catalogue.ts';

export const baseNames = ['input', 'cached_input', 'output', 'per_call'] as const;
export type BaseName = (typeof baseNames)[number];

/** A rate by name, as typed. */
export interface LineDraft {
  readonly key: number;
  readonly name: string;
  readonly amount: string;
}

type Reasoning = '' | 'with' | 'without';

/** Other rates under conditions; an empty condition does not count. */
export interface VariantDraft {
  readonly key: number;
  readonly minInput: string;
  readonly minOutput: string;
  readonly tier: string;
  readonly reasoning: Reasoning;
  /** Times of day; both or none. */
  readonly from: string;
  readonly to: string;
  readonly offset: string;
  readonly days: readonly string[];
  readonly lines: readonly LineDraft[];
}

/** A price as typed. */
export interface PriceDraft {
  readonly base: Readonly<Record<BaseName, string>>;
  readonly lines: readonly LineDraft[];
  readonly variants: readonly VariantDraft[];
  /** Format of date and time inputs, in the time zone of the service; empty for now. */
  readonly startsAt: string;
  readonly isMeant: boolean;
}

const usual: Readonly<Record<ModelKind, readonly BaseName[]>> = {
  chat: ['input', 'cached_input', 'output', 'per_call'],
  embedding: ['input'],
  rerank: ['input'],
  image: ['per_call', 'input', 'output'],
  music: ['per_call'],
};
const required: Readonly<Record<ModelKind, readonly BaseName[]>> = {
  chat: ['input', 'output'],
  embedding: ['input'],
  rerank: ['input'],
  image: ['per_call'],
  music: ['per_call'],
};
/** Names of rates that replace the required ones. */
const sufficient: Readonly<Partial<Record<ModelKind, readonly string[]>>> = {
  rerank: ['search_unit'],
  image: ['image'],
  music: ['song', 'output_audio_ms'],
};

let lastKey = 0;
const newKey = (): number => (lastKey += 1);

export const newLine = (name = ''): LineDraft => ({ key: newKey(), name, amount: '' });

export function newVariant(offset: string): VariantDraft {
  const when = { minInput: '', minOutput: '', tier: '', reasoning: '' as const, from: '', to: '' };
  return { key: newKey(), ...when, offset, days: weekdays, lines: [newLine('input'), newLine('output')] };
}

const linesOf = (rates: Readonly<Record<string, string>> = {}): LineDraft[] =>
  Object.entries(rates).map(([name, amount]) => ({ key: newKey(), name, amount }));

type ShownVariant = NonNullable<OperatorPrice['variants']>[number];

function variantDraftOf({ when, rates }: ShownVariant, offset: string): VariantDraft {
  const { min_input_tokens: input, min_output_tokens: output, reasoning, service_tier: tier = '', window } = when;
  const { from = '', to = '', days = weekdays, utc_offset: ownOffset = offset } = window ?? {};
  return {
    ...newVariant(ownOffset),
    ...{ tier, from, to, days },
    minInput: String(input ?? ''),
    minOutput: String(output ?? ''),
    reasoning: reasoning === undefined ? '' : reasoning ? 'with' : 'without',
    lines: linesOf(rates),
  };
}

/** The initial form for a price. @param offset of the service time zone, for new time windows. */
export function draftOf(price: OperatorPrice | null, kind: ModelKind, offset: string): PriceDraft {
  const shown = (name: BaseName): string => {
    if (price === null) return '';
    if (name === 'cached_input') return nano(price.cached_input) === nano(price.input) ? '' : price.cached_input;
    if (nano(price[name]) === 0n && !required[kind].includes(name)) return '';
    return price[name];
  };
  const base = {
    input: shown('input'),
    cached_input: shown('cached_input'),
    output: shown('output'),
    per_call: shown('per_call'),
  };
  const variants = (price?.variants ?? []).map((variant) => variantDraftOf(variant, offset));
  const [first] = sufficient[kind] ?? [];
  const lines = price === null && first !== undefined ? [newLine(first)] : linesOf(price?.rates);
  return { base, lines, variants, startsAt: '', isMeant: false };
}

/** The token and call rates that the form shows. */
export function baseLines(draft: PriceDraft, kind: ModelKind): readonly BaseName[] {
  return baseNames.filter((name) => usual[kind].includes(name) || draft.base[name] !== '');
}

export function isRequired(draft: PriceDraft, kind: ModelKind, name: BaseName): boolean {
  const isSold = draft.lines.some((line) => line.amount !== '' && sufficient[kind]?.includes(line.name) === true);
  return !isSold && required[kind].includes(name);
}

export const isRate = (text: string): boolean => isAmount(text, 6);
const isCount = (text: string): boolean => text === '' || /^[1-9]\d{0,9}$/.test(text);

export function isLineName(name: string, mayBeBase: boolean): boolean {
  return name === 'reasoning' || isQuantityName(name) || (mayBeBase && (baseNames as readonly string[]).includes(name));
}

/** Ignores rates without an amount, so that suggested ones can stay. */
function areLinesRight(lines: readonly LineDraft[], mayBeBase: boolean): boolean {
  const used = lines.filter(({ amount }) => amount !== '');
  return (
    used.every(({ name, amount }) => isLineName(name, mayBeBase) && isRate(amount)) &&
    new Set(used.map(({ name }) => name)).size === used.length
  );
}

export function hasWhen({ minInput, minOutput, tier, reasoning, from, to }: VariantDraft): boolean {
  return [minInput, minOutput, tier, reasoning, from, to].some((text) => text !== '');
}

function isVariantRight(variant: VariantDraft): boolean {
  const { minInput, minOutput, from, to, days, lines } = variant;
  const isWindow = (from === '') === (to === '') && days.length > 0;
  return (
    hasWhen(variant) &&
    isCount(minInput) &&
    isCount(minOutput) &&
    isWindow &&
    areLinesRight(lines, true) &&
    lines.some(({ amount }) => amount !== '')
  );
}

/** Whether the form is complete. */
export function isComplete(draft: PriceDraft, kind: ModelKind): boolean {
  const { base, lines, variants } = draft;
  return (
    baseNames.every((name) => (base[name] === '' ? !isRequired(draft, kind, name) : isRate(base[name]))) &&
    areLinesRight(lines, false) &&
    variants.every(isVariantRight)
  );
}

const ratesOf = (lines: readonly LineDraft[]): Record<string, string> =>
  Object.fromEntries(lines.filter(({ amount }) => amount !== '').map(({ name, amount }) => [name, amount]));

/** The request. */
export function priceOf({ base, lines, variants }: PriceDraft): PriceRequest {
  const stated = Object.fromEntries(baseNames.flatMap((name) => (base[name] === '' ? [] : [[name, base[name]] as const])));
  const rates = ratesOf(lines);
  return {
    ...stated,
    ...(Object.keys(rates).length === 0 ? {} : { rates }),
    ...(variants.length === 0 ? {} : { variants: variants.map(variantOf) }),
  };
}

function variantOf(variant: VariantDraft): NonNullable<PriceRequest['variants']>[number] {
  const { minInput, minOutput, reasoning, from, to, offset, days } = variant;
  const tier = serviceTiers.find((one) => one === variant.tier);
  const chosen = weekdays.filter((day) => days.includes(day));
  return {
    when: {
      ...(minInput === '' ? {} : { min_input_tokens: Number(minInput) }),
      ...(minOutput === '' ? {} : { min_output_tokens: Number(minOutput) }),
      ...(reasoning === '' ? {} : { reasoning: reasoning === 'with' }),
      ...(tier === undefined ? {} : { service_tier: tier }),
      ...(from === '' || to === ''
        ? {}
        : { window: { utc_offset: offset, from, to, ...(chosen.length === weekdays.length ? {} : { days: chosen }) } }),
    },
    rates: ratesOf(variant.lines),
  };
}
