import { isTime, quantityName } from '@tollgate/contract/quantity-words';
import type { Language } from '../../i18n/language.ts';
import { defineTexts, useLanguage, useTexts } from '../../i18n/texts.ts';
import { countText } from '../../ui/number-text.ts';
import { priceText } from '../money/money-text.ts';

const texts = defineTexts({
  zh: {
    quantities: {
      input: '输入',
      cached: '缓存输入',
      cached_input: '缓存输入',
      per_call: '每次调用',
      output: '输出',
      reasoning: '推理',
    },
    perThousand: '/ 千',
    each: (n: string) => `/ ${n}`,
    seconds: (n: string) => `${n} 秒`,
    perSecond: '/ 秒',
  },
  en: {
    quantities: {
      input: 'Input',
      cached: 'Cached input',
      cached_input: 'Cached input',
      per_call: 'Each call',
      output: 'Output',
      reasoning: 'Reasoning',
    },
    perThousand: '/ 1,000',
    each: (n: string) => `/ ${n}`,
    seconds: (n: string) => `${n} s`,
    perSecond: '/ s',
  },
});

type Texts = typeof texts.zh;

function nameOf(quantity: string, language: Language, t: Texts): string {
  const known: Readonly<Record<string, string>> = t.quantities;
  return known[quantity] ?? quantityName(quantity, language);
}

function unitText(unit: number, t: Texts): string {
  if (unit === 1_000_000 || unit === 1) return '';
  return ` ${unit === 1_000 ? t.perThousand : t.each(countText(unit))}`;
}

interface QuantityWords {
  /** Display name of a quantity, such as `image@1024x1024` or `tool:web_search`. */
  readonly name: (quantity: string) => string;
  /** `1,454`, or `12.5 s` for a duration. */
  readonly amount: (quantity: string, count: number) => string;
  /** `1,454 × 9`. Rates per million have no unit here, because the receipt shows it once. */
  readonly reckoning: (quantity: string, count: number, rate: string, unit: number) => string;
}

/** Texts for the quantities of a receipt. */
export function useQuantityWords(): QuantityWords {
  const t: Texts = useTexts(texts);
  const language = useLanguage();
  return {
    name: (quantity) => nameOf(quantity, language, t),
    amount: (quantity, count) => (isTime(quantity) ? t.seconds(countText(count / 1_000)) : countText(count)),
    reckoning: (quantity, count, rate, unit) =>
      isTime(quantity) && unit === 1_000
        ? `${t.seconds(countText(count / 1_000))} × ${priceText(rate)} ${t.perSecond}`
        : `${countText(count)} × ${priceText(rate)}${unitText(unit, t)}`,
  };
}
