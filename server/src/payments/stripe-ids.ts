/** Prefix of our order IDs: an endpoint gets all events of the merchant, and is disabled if it refuses many. */
export const ourOrders = 'ord_';
/** Prefix of our requests to save a card. */
export const ourSavings = 'sav_';

export function idOf(thing: string | { readonly id: string } | null): string | null {
  return typeof thing === 'string' ? thing : (thing?.id ?? null);
}
