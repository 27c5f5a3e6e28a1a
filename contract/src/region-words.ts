import type { Locale, Region } from './enumerations.ts';

/** Where a route runs, in words. */
export const regionWords: Readonly<Record<Locale, Readonly<Record<Region, string>>>> = {
  zh: { domestic: '境内', overseas: '境外' },
  en: { domestic: 'domestic', overseas: 'overseas' },
};
