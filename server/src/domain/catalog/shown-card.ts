import { weekdays, type PriceAnswer } from '@tollgate/contract/catalogue/prices';
import type { NanoCny } from '@tollgate/contract/money';
import type { BaseRates, RateCard, Variant, When, Window } from './rate-card.ts';

/** Names under which the four rates are entered and shown. */
export const baseFields: Readonly<Record<string, keyof BaseRates>> = {
  input: 'input',
  cached_input: 'cachedInput',
  output: 'output',
  per_call: 'perCall',
};
const minutesPerHour = 60;

function timeOf(minutes: number): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${two(Math.floor(minutes / minutesPerHour))}:${two(minutes % minutesPerHour)}`;
}

type Show = (rate: NanoCny) => string;

function showRates(rates: Iterable<readonly [string, NanoCny]>, show: Show): Record<string, string> {
  return Object.fromEntries([...rates].map(([name, rate]) => [name, show(rate)]));
}

function showWindow({ utcOffsetMinutes, days, fromMinute, toMinute }: Window) {
  const sign = utcOffsetMinutes < 0 ? '-' : '+';
  return {
    utc_offset: sign + timeOf(Math.abs(utcOffsetMinutes)),
    days: weekdays.filter((_, bit) => ((days >> bit) & 1) === 1),
    from: timeOf(fromMinute),
    to: timeOf(toMinute),
  };
}

function showWhen(when: When) {
  return {
    ...(when.minInputTokens === null ? {} : { min_input_tokens: when.minInputTokens }),
    ...(when.minOutputTokens === null ? {} : { min_output_tokens: when.minOutputTokens }),
    ...(when.reasoning === null ? {} : { reasoning: when.reasoning }),
    ...(when.serviceTier === null ? {} : { service_tier: when.serviceTier }),
    ...(when.window === null ? {} : { window: showWindow(when.window) }),
  };
}

function showVariant({ when, base, rates }: Variant, show: Show) {
  const named = Object.entries(baseFields).flatMap(([name, field]) => {
    const rate = base[field];
    return rate === undefined ? [] : [[name, rate] as const];
  });
  return { when: showWhen(when), rates: showRates([...named, ...rates], show) };
}

/** A card in the form in which it can be entered again; empty for a price without a card. */
export function shownCard(card: RateCard | null, show: Show): Pick<PriceAnswer, 'rates' | 'variants'> {
  if (card === null) return {};
  return {
    ...(card.rates.size === 0 ? {} : { rates: showRates(card.rates, show) }),
    ...(card.variants.length === 0 ? {} : { variants: card.variants.map((variant) => showVariant(variant, show)) }),
  };
}
