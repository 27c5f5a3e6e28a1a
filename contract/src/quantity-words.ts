import type { Locale } from './enumerations.ts';
import type { PlainQuantityName } from './quantities.ts';

interface Words {
  readonly plain: Readonly<Record<PlainQuantityName, string>>;
  readonly tool: (name: string) => string;
  /** @param size such as `1024x1024 high` */
  readonly imageOf: (size: string) => string;
}

const words: Readonly<Record<Locale, Words>> = {
  zh: {
    plain: {
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
    tool: (name) => `工具 ${name}`,
    imageOf: (size) => `图片 ${size}`,
  },
  en: {
    plain: {
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
    tool: (name) => `Tool ${name}`,
    imageOf: (size) => `Image ${size}`,
  },
};

/** Display name of a quantity. Names from other versions are shown unchanged. */
export function quantityName(quantity: string, locale: Locale): string {
  const { plain, tool, imageOf } = words[locale];
  const known: Readonly<Record<string, string>> = plain;
  if (known[quantity] !== undefined) return known[quantity];
  if (quantity.startsWith('image@')) return imageOf(quantity.slice('image@'.length).replace('@', ' '));
  return quantity.startsWith('tool:') ? tool(quantity.slice('tool:'.length)) : quantity;
}

/** Whether the quantity is counted in milliseconds and shown in seconds. */
export function isTime(quantity: string): boolean {
  return quantity.endsWith('_ms');
}
