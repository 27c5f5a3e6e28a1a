import type { KeyedRoute } from '../domain/catalog/model.ts';

/** Shorter text is no secret, and taking it out would tear words apart. */
const secretCharactersMin = 6;

/** Some upstreams quote the key or URL of the request; ours may have any form. */
export function withoutOurs(words: string, { apiKey, baseUrl, addresses }: KeyedRoute): string {
  const bases = [baseUrl, ...Object.values(addresses).flatMap((address) => address.baseUrl ?? [])];
  const keys = apiKey === null ? [] : [apiKey, encodeURIComponent(apiKey), ...apiKey.split(':')];
  const ours = [...keys, ...bases, ...bases.map((base) => URL.parse(base)?.host ?? '')];
  return ours.reduce((text, own) => (own.length < secretCharactersMin ? text : text.replaceAll(own, '…')), words);
}
