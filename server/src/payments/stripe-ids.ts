/** What ids of our orders begin with: an endpoint hears of everything of the merchant, and is switched off where it refuses much. */
export const ourOrders = 'ord_';
/** What ids of our wishes to save a card begin with. */
export const ourSavings = 'sav_';

export function idOf(thing: string | { readonly id: string } | null): string | null {
  return typeof thing === 'string' ? thing : (thing?.id ?? null);
}
