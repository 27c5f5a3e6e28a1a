import { regions, type Locale } from '../enumerations.ts';
import { regionWords } from '../region-words.ts';

/** The name of a route, which the log keeps as `provider/region`; a provider's name may contain slashes. */
export function routeName(route: string, language: Locale): string {
  const at = route.lastIndexOf('/');
  const region = regions.find((known) => known === route.slice(at + 1));
  return at < 0 || region === undefined ? route : `${route.slice(0, at)} · ${regionWords[language][region]}`;
}
