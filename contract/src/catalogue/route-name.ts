import type { Locale } from '../enumerations.ts';

/** Regions of routes, as people read them. */
export const regionNames: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  zh: { domestic: '境内', overseas: '境外' },
  en: { domestic: 'domestic', overseas: 'overseas' },
};

/** The name of a route, which the log keeps as `provider/region`; a provider's name may contain slashes. */
export function routeName(route: string, language: Locale): string {
  const at = route.lastIndexOf('/');
  const region = regionNames[language][route.slice(at + 1)];
  return at < 0 || region === undefined ? route : `${route.slice(0, at)} · ${region}`;
}
