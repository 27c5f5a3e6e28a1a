import { defineTexts, useTexts } from '../i18n/texts.ts';
import { countText } from '../ui/number-text.ts';
import { priceText } from './money-text.ts';

const texts = defineTexts({
  zh: {
    quantities: {
      input: '输入',
      cached: '缓存输入',
      cached_input: '缓存输入',
      per_call: '每次调用',
      output: '输出',
      reasoning: '推理',
      cache_write: '写入缓存',
      cache_write_1h: '写入缓存（1 小时）',
      cache_write_24h: '写入缓存（24 小时）',
      input_audio: '音频输入',
      input_image: '图片输入',
      input_video: '视频输入',
      cached_audio: '缓存的音频输入',
      cached_image: '缓存的图片输入',
      output_audio: '音频输出',
      output_image: '图片输出',
      citation: '引用',
      image: '图片',
      song: '歌曲',
      search_unit: '检索单元',
      page: '页',
      input_audio_ms: '音频输入时长',
      output_audio_ms: '音频输出时长',
      character: '字符',
    },
    tool: (name: string) => `工具 ${name}`,
    imageOf: (size: string) => `图片 ${size}`,
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
      cache_write: 'Cache write',
      cache_write_1h: 'Cache write (1 hour)',
      cache_write_24h: 'Cache write (24 hours)',
      input_audio: 'Audio input',
      input_image: 'Image input',
      input_video: 'Video input',
      cached_audio: 'Cached audio input',
      cached_image: 'Cached image input',
      output_audio: 'Audio output',
      output_image: 'Image output',
      citation: 'Citations',
      image: 'Images',
      song: 'Songs',
      search_unit: 'Search units',
      page: 'Pages',
      input_audio_ms: 'Audio input time',
      output_audio_ms: 'Audio output time',
      character: 'Characters',
    },
    tool: (name: string) => `Tool ${name}`,
    imageOf: (size: string) => `Image ${size}`,
    perThousand: '/ 1,000',
    each: (n: string) => `/ ${n}`,
    seconds: (n: string) => `${n} s`,
    perSecond: '/ s',
  },
});

type Texts = typeof texts.zh;

function nameOf(quantity: string, t: Texts): string {
  const known: Readonly<Record<string, string>> = t.quantities;
  if (known[quantity] !== undefined) return known[quantity];
  if (quantity.startsWith('image@')) return t.imageOf(quantity.slice('image@'.length).replace('@', ' '));
  if (quantity.startsWith('tool:')) return t.tool(quantity.slice('tool:'.length));
  return quantity;
}

function unitText(unit: number, t: Texts): string {
  if (unit === 1_000_000 || unit === 1) return '';
  return ` ${unit === 1_000 ? t.perThousand : t.each(countText(unit))}`;
}

interface QuantityWords {
  /** What was counted: `image@1024x1024` and `tool:web_search` carry a name of their own. */
  readonly name: (quantity: string) => string;
  /** `1,454 × 9`; rates of a million carry no unit, the paper says it once. */
  readonly reckoning: (quantity: string, count: number, rate: string, unit: number) => string;
}

/** What a line of a receipt counts. */
export function useQuantityWords(): QuantityWords {
  const t: Texts = useTexts(texts);
  return {
    name: (quantity) => nameOf(quantity, t),
    reckoning: (quantity, count, rate, unit) =>
      quantity.endsWith('_ms') && unit === 1_000
        ? `${t.seconds(countText(count / 1_000))} × ${priceText(rate)} ${t.perSecond}`
        : `${countText(count)} × ${priceText(rate)}${unitText(unit, t)}`,
  };
}
