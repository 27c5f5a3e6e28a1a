import { quantitiesOf, type QuantityName } from '@tollgate/contract/quantities';
import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import { readUsage } from '../shared/usage/read-usage.ts';
import type { ReportedUsage } from '../dialect.ts';
import { fieldsOf, type Fields } from '../shared/fields-of.ts';

const searches = 'tool:web_search';

/** Whether the item is a search of the web that the vendor did. Opening a page that a search found is none. */
export function isSearch({ type, action, status }: Fields): boolean {
  const { type: kind = 'search' } = fieldsOf(action);
  return type === 'web_search_call' && kind === 'search' && status !== 'failed';
}

/**
 * The usage of a response. Only its items show the searches that the vendor charges for.
 * @param searched the number of searches among its items.
 */
export function reportedUsage(response: Fields, searched: number, quirks: Quirks): ReportedUsage {
  const reported = readUsage(response.usage, quirks, response.service_tier);
  if (reported.kind !== 'valid' || searched === 0) return reported;
  const { more } = reported.usage;
  const others = Object.entries(more ?? {}).filter(([name]) => name !== searches) as [QuantityName, number][];
  const counted = quantitiesOf([...others, [searches, Math.max(searched, more?.[searches] ?? 0)]]);
  return { ...reported, usage: { ...reported.usage, more: counted } };
}
