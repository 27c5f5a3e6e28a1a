import type { Locale } from '../enumerations.ts';
import { wordRefusal } from '../refusals/refusal-words.ts';

/** Formats of public price lists that can be read. */
export const priceListFormatNames = ['genai-prices', 'models-dev', 'litellm'] as const;
export type PriceListFormatName = (typeof priceListFormatNames)[number];

type Words = Readonly<Record<string, Readonly<Record<Locale, string>>>>;

const warnings = {
  reseller: {
    en: 'it is the price of {seller}, which is not known to be a provider of it',
    zh: '这是 {seller} 的价格，未确认它是该模型的上游',
  },
  tenfold: {
    en: '`{line}` changes tenfold or more, from {before} to {after}',
    zh: '{line} 相差十倍以上：{before} → {after}',
  },
  output_ratio: {
    en: 'output costs less than 2 or more than 4 times what input costs',
    zh: '输出价格不在输入价格的 2 到 4 倍之间',
  },
  removed: {
    en: 'the current price also has {lines}, which would be removed',
    zh: '现价还有 {lines}，将被移除',
  },
  unmeasured: {
    en: 'left out, because nothing measures it for this kind of model: {lines}',
    zh: '这类模型不计量，已略去：{lines}',
  },
  left_out: { en: 'not taken over: {lines}', zh: '未采用：{lines}' },
  no_price: { en: 'not a possible price, left out: {fields}', zh: '不是有效价格，已略去：{fields}' },
  deprecated: { en: 'it is deprecated', zh: '该模型已被弃用' },
  deprecated_on: { en: 'deprecated on {date}', zh: '{date} 起弃用' },
  later_price: { en: 'another price from {date} on', zh: '{date} 起为另一个价格' },
  other_condition: { en: 'a condition that this program does not know', zh: '含有本程序不支持的条件' },
  comment: { en: '{text}', zh: '{text}' },
} as const satisfies Words;

export type PriceWarningCode = keyof typeof warnings;
export const priceWarningCodes = Object.keys(warnings) as [PriceWarningCode, ...PriceWarningCode[]];

/** What people should know about a price of a list. */
export interface PriceWarning {
  readonly code: PriceWarningCode;
  readonly params: Readonly<Record<string, string>>;
}

export function priceWarningWords({ code, params }: PriceWarning, language: Locale): string {
  return wordRefusal(warnings[code][language], params, language);
}

const limits = {
  times_of_day: { en: 'times of day', zh: '分时价格' },
  days_of_week: { en: 'days of the week', zh: '按星期的价格' },
  service_tiers: { en: 'service tiers (batch, flex, priority)', zh: '服务档位（batch、flex、priority）' },
  hour_cache_writes: { en: 'one-hour cache writes', zh: '一小时缓存写入' },
  conditions: { en: 'rates that depend on length, time of day or service tier', zh: '随长度、时段或服务档位变化的价格' },
  cache_writes: { en: 'cache writes', zh: '缓存写入' },
} as const satisfies Words;

export type PriceListLimit = keyof typeof limits;
export const priceListLimits = Object.keys(limits) as [PriceListLimit, ...PriceListLimit[]];

/** What entries of a list cannot express, in words. */
export function priceListLimitWords(limit: PriceListLimit, language: Locale): string {
  return limits[limit][language];
}
