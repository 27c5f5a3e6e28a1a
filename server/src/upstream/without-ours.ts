import type { KeyedRoute } from '../domain/catalog/model.ts';

/** Shorter text is not a secret, and removing it would break up words. */
const secretCharactersMin = 6;

/** Removes our keys and URLs from a message: some upstreams quote those of the request, and ours may have any form. */
export function withoutOurs(words: string, { apiKey, baseUrl, addresses }: KeyedRoute): string {
  const bases = [baseUrl, ...Object.values(addresses).flatMap((address) => address.baseUrl ?? [])];
  const keys = apiKey === null ? [] : [apiKey, encodeURIComponent(apiKey), ...apiKey.split(':')];
  const ours = [...keys, ...bases, ...bases.map((base) => URL.parse(base)?.host ?? '')];
  return ours.reduce((text, own) => (own.length < secretCharactersMin ? text : text.replaceAll(own, '…')), words);
}
