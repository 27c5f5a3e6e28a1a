import { plainMoneyText } from '../../../../components/money/money-text.ts';
import { defineTexts, useTexts } from '../../../../i18n/texts.ts';
import { isFree, rateOf, type Price } from './estimate.ts';

const texts = defineTexts({
  zh: {
    free: '免费',
    tokens: (input: string, output: string) => `输入 ${input} · 输出 ${output}`,
    input: (input: string) => `输入 ${input}`,
    units: {
      image: (rate: string) => `${rate} / 张`,
      song: (rate: string) => `${rate} / 首`,
      search_unit: (rate: string) => `${rate} / 次检索`,
      output_audio_ms: (rate: string) => `${rate} / 秒`,
      per_call: (rate: string) => `${rate} / 次`,
    },
  },
  en: {
    free: 'free',
    tokens: (input: string, output: string) => `in ${input} · out ${output}`,
    input: (input: string) => `in ${input}`,
    units: {
      image: (rate: string) => `${rate} / image`,
      song: (rate: string) => `${rate} / song`,
      search_unit: (rate: string) => `${rate} / search`,
      output_audio_ms: (rate: string) => `${rate} / s`,
      per_call: (rate: string) => `${rate} / call`,
    },
  },
});

const counted = ['image', 'song', 'search_unit', 'output_audio_ms', 'per_call'] as const;

const isNothing = (rate: string): boolean => /^0*(\.0*)?$/.test(rate);

/** A short form of a price for comparison; token prices are per million. */
export function usePriceWords(): (price: Price | null, kind: string) => string {
  const t = useTexts(texts);
  return (price, kind) => {
    if (price === null) return '';
    if (isFree(price)) return t.free;
    const parts = counted.flatMap((name) => {
      const rate = rateOf(price, name)?.rate;
      return rate === undefined || isNothing(rate) ? [] : [t.units[name](plainMoneyText(rate))];
    });
    if (isNothing(price.input) && isNothing(price.output)) return parts.join(' + ');
    const hasOutput = kind === 'chat' || !isNothing(price.output);
    const tokens = hasOutput
      ? t.tokens(plainMoneyText(price.input), plainMoneyText(price.output))
      : t.input(plainMoneyText(price.input));
    return [tokens, ...parts].join(' + ');
  };
}
