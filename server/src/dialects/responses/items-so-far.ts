import { addText, type TextCounts } from '../../json/text-count.ts';
import { fieldsOf, type Fields } from '../shared/fields-of.ts';
import { addItemText } from './item-text.ts';
import { isSearch } from './reported-usage.ts';

/** The item that an event of a stream belongs to: by its place, or by its ID where the upstream does not number items. */
export function placeOf({ output_index: index, item_id: id, item }: Fields): string {
  if (typeof index === 'number') return String(index);
  const named = id ?? fieldsOf(item).id;
  return typeof named === 'string' ? named : '';
}

/** Counts the text of a stream once, although its events repeat it: as deltas, as an item, and in the last event. */
export class ItemsSoFar {
  searches = 0;
  readonly text: TextCounts = { wide: 0, narrow: 0 };
  /** Items of which deltas arrived. */
  readonly #begun = new Set<string>();
  /** The JSON of complete items, by place. */
  readonly #done = new Map<string, string>();
  doneBytes = 0;

  /** More of an item's text. */
  addDelta(event: Fields, delta: string): void {
    this.#begun.add(placeOf(event));
    addText(delta, this.text);
  }

  /** @param json of the item; empty if it is not needed again. */
  addDone(event: Fields, json: string): void {
    const place = placeOf(event);
    if (this.#done.has(place)) return;
    const item = fieldsOf(event.item);
    this.#done.set(place, json);
    this.doneBytes += json.length;
    if (!this.#begun.has(place)) addItemText(item, this.text);
    if (isSearch(item)) this.searches += 1;
  }

  /** The items of the last event that did not arrive before it. */
  addLast(response: Fields): void {
    const output: readonly unknown[] = Array.isArray(response.output) ? response.output : [];
    for (const [index, item] of output.entries()) {
      // Items without numbers were counted by their IDs.
      const { id } = fieldsOf(item);
      if (typeof id === 'string' && (this.#begun.has(id) || this.#done.has(id))) continue;
      this.addDone({ output_index: index, item }, '');
    }
  }

  /** The complete items as a list, in their order. */
  get listJson(): string {
    return `[${[...this.#done.values()].join(',')}]`;
  }
}
