import type { drawerTexts } from './drawer-texts.ts';

type Texts = Pick<typeof drawerTexts.zh, 'quantities' | 'tool' | 'imageOf'>;

/** What was counted, in words: `image@1024x1024` and `tool:web_search` carry a name of their own. */
export function quantityName(quantity: string, t: Texts): string {
  const known: Readonly<Record<string, string>> = t.quantities;
  if (known[quantity] !== undefined) return known[quantity];
  if (quantity.startsWith('image@')) return t.imageOf(quantity.slice('image@'.length).replace('@', ' '));
  if (quantity.startsWith('tool:')) return t.tool(quantity.slice('tool:'.length));
  return quantity;
}
