import { weekdays, type PriceRequest } from '@tollgate/contract/catalogue/prices';
import type { NanoCny } from '@tollgate/contract/money';
import {
  RateCard,
  type BaseRates,
  type RateName,
  type Variant,
  type When,
  type Window,
} from '../../../domain/catalog/rate-card.ts';
import { baseFields } from '../../../domain/catalog/shown-card.ts';
import { readAmount } from '../../../control/amounts.ts';

type VariantRequest = NonNullable<PriceRequest['variants']>[number];
type WindowRequest = NonNullable<VariantRequest['when']['window']>;

const minutesPerHour = 60;

/** The schema guarantees the format. */
function minutesOf(time: string): number {
  const [hours = '', minutes = ''] = time.split(':');
  return Number.parseInt(hours, 10) * minutesPerHour + Number.parseInt(minutes, 10);
}

function readWindow({ utc_offset: offset, days = [...weekdays], from, to }: WindowRequest): Window {
  return {
    utcOffsetMinutes: (offset.startsWith('-') ? -1 : 1) * minutesOf(offset.slice(1)),
    days: days.reduce((bits, day) => bits | (1 << weekdays.indexOf(day)), 0),
    fromMinute: minutesOf(from),
    toMinute: minutesOf(to),
  };
}

function readWhen({ min_input_tokens, min_output_tokens, reasoning, service_tier, window }: VariantRequest['when']): When {
  return {
    minInputTokens: min_input_tokens ?? null,
    minOutputTokens: min_output_tokens ?? null,
    reasoning: reasoning ?? null,
    serviceTier: service_tier ?? null,
    window: window === undefined ? null : readWindow(window),
  };
}

/** Sorts by name, so that equal rates compare as equal in any order. */
function readRates(param: string, rates: Readonly<Record<string, string>>): [string, NanoCny][] {
  const entries = Object.entries(rates).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([name, text]) => [name, readAmount(`${param}.${name}`, text, { decimalsMax: 6 })]);
}

function readVariant(param: string, { when, rates }: VariantRequest): Variant {
  const read = readRates(`${param}.rates`, rates);
  const base = read.flatMap(([name, rate]) => (name in baseFields ? [[baseFields[name] ?? '', rate] as const] : []));
  const own = read.filter(([name]) => !(name in baseFields)) as [RateName, NanoCny][];
  return { when: readWhen(when), base: Object.fromEntries(base), rates: new Map(own) };
}

/** Parses the rates of a request other than the four standard ones; `null` if there are none. The schema has validated all names. */
export function readCard(param: string, base: BaseRates, { rates = {}, variants = [] }: PriceRequest): RateCard | null {
  const own = readRates(`${param}.rates`, rates) as [RateName, NanoCny][];
  if (own.length === 0 && variants.length === 0) return null;
  const read = variants.map((variant, at) => readVariant(`${param}.variants[${String(at)}]`, variant));
  return new RateCard(base, { rates: new Map(own), variants: read });
}
