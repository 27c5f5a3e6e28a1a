import { defineTexts, useTexts } from '../../../i18n/texts.ts';
import { countText } from '../../../ui/number-text.ts';

const texts = defineTexts({
  zh: {
    names: {
      input: '输入',
      cached_input: '缓存输入',
      output: '输出',
      reasoning: '推理',
      per_call: '每次调用',
      cache_write: '写入缓存',
      image: '图像',
      song: '歌曲',
      search_unit: '检索',
      output_audio_ms: '音频时长',
      output_image: '图像输出',
      input_image: '图像输入',
      character: '字符',
    },
    image: (size: string) => `图像 ${size}`,
    perThousand: '/ 千',
    seconds: (n: string) => `${n} 秒`,
    perSecond: '/ 秒',
  },
  en: {
    names: {
      input: 'Input',
      cached_input: 'Cached input',
      output: 'Output',
      reasoning: 'Reasoning',
      per_call: 'Per call',
      cache_write: 'Cache write',
      image: 'Image',
      song: 'Song',
      search_unit: 'Search',
      output_audio_ms: 'Audio',
      output_image: 'Image output',
      input_image: 'Image input',
      character: 'Characters',
    },
    image: (size: string) => `Image ${size}`,
    perThousand: '/ 1,000',
    seconds: (n: string) => `${n} s`,
    perSecond: '/ s',
  },
});

interface QuantityWords {
  readonly name: (quantity: string) => string;
  /** `1,454 × 9`; rates of a million carry no unit, the paper says it once. */
  readonly reckoning: (quantity: string, count: number, rate: string, unit: number) => string;
}

/** What a line of a receipt counts. */
export function useQuantityWords(): QuantityWords {
  const t = useTexts(texts);
  return {
    name: (quantity) => {
      const [family = '', ...parts] = quantity.split('@');
      if (family === 'image' && parts.length > 0) return t.image(parts.join(' '));
      return (t.names as Readonly<Record<string, string>>)[quantity] ?? quantity;
    },
    reckoning: (quantity, count, rate, unit) => {
      if (quantity === 'output_audio_ms') return `${t.seconds(countText(count / 1_000))} × ${rate} ${t.perSecond}`;
      return `${countText(count)} × ${rate}${unit === 1_000 ? ` ${t.perThousand}` : ''}`;
    },
  };
}
