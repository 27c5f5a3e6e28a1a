import type { Language } from '../i18n/language.ts';

/** Created once, because a log shows thousands of counts. */
const counts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** All digits with thousands separators, for tables. */
export function countText(count: number): string {
  return counts.format(count);
}

function cut(value: number): string {
  const decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toFixed(decimals).replace(/\.0+$/, '');
}

const steps = {
  zh: [
    [1e8, ' 亿'],
    [1e4, ' 万'],
  ],
  en: [
    [1e9, 'B'],
    [1e6, 'M'],
    [1e4, 'K'],
  ],
} as const;

/** Large counts in summaries: 万 and 亿, K, M and B. */
export function bigText(count: number, language: Language): string {
  const step = steps[language].find(([size]) => count >= size);
  if (step === undefined) return countText(count);
  const [size, sign] = step;
  return `${cut(count / (sign === 'K' ? 1e3 : size))}${sign}`;
}

/** Formats a fraction as a percentage: `99.98 %`. */
export function percentText(share: number, decimals = 1): string {
  return `${(share * 100).toFixed(decimals)} %`.replace('-', '−');
}

/** `794 ms`, `13.9 s`. */
export function durationText(ms: number): string {
  return ms >= 10_000 ? `${(ms / 1_000).toFixed(1)} s` : `${countText(ms)} ms`;
}

/** Sizes of files and stored data: `12 kB`, `3 MB`. */
export function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${countText(Math.ceil(bytes / 1000))} kB` : `${countText(Math.ceil(bytes / 1_000_000))} MB`;
}
