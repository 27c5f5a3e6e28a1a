import { addText, type TextCounts } from '../../json/text-count.ts';
import { fieldsOf, type Fields } from '../shared/fields-of.ts';
import { ItemPlaces } from './item-places.ts';
import { addItemText } from './item-text.ts';
import { isSearch } from './reported-usage.ts';

/** Far more than any answer has. Each takes memory until the end. */
const itemsMax = 10_000;

/** An item that the last event lists, and that was not complete before. */
export interface LastItem {
  readonly place: string;
  /** Its position in the list. */
  readonly index: number;
  /** No event before was about it. */
  readonly isNew: boolean;
  readonly item: Fields;
}

/** Counts the text of a stream once, although its events repeat it: as deltas, as an item, and in the last event. */
export class ItemsSoFar {
  searches = 0;
  readonly text: TextCounts = { wide: 0, narrow: 0 };
  readonly #places = new ItemPlaces();
  /** Items of which deltas arrived. */
  readonly #begun = new Set<string>();
  /** The JSON of complete items. */
  readonly #done: string[] = [];
  doneBytes = 0;

  get areTooMany(): boolean {
    return this.#places.size > itemsMax;
  }

  /** Text arrived, but no complete item. */
  get isWithoutItems(): boolean {
    return this.#done.length === 0 && this.text.wide + this.text.narrow > 0;
  }

  /** @returns the place of an item that begins; `null` if it is complete already. */
  begin(event: Fields): string | null {
    return this.#openPlace(event);
  }

  /** More of an item's text. @returns its place; `null` if the item is complete already. */
  addDelta(event: Fields, delta: string): string | null {
    const place = this.#openPlace(event);
    if (place === null) return null;
    this.#begun.add(place);
    addText(delta, this.text);
    return place;
  }

  /** More text of an item of which deltas arrived. */
  addMore(text: string): void {
    addText(text, this.text);
  }

  /**
   * A complete item.
   * @param json of the item; empty if it is not needed again.
   * @returns its place; `null` if it was complete already.
   */
  addDone(event: Fields, json: string): string | null {
    const place = this.#openPlace(event);
    if (place === null) return null;
    this.#done.push(json);
    this.doneBytes += json.length;
    this.#end(place, fieldsOf(event.item));
    return place;
  }

  /** @returns the items of the last event that were not complete before it. */
  addLast(response: Fields): readonly LastItem[] {
    const output = Array.isArray(response.output) ? response.output.map(fieldsOf) : [];
    const added: LastItem[] = [];
    for (const [index, place] of this.#places.placesOf(output).entries()) {
      if (this.#places.isDone(place)) continue;
      const item = output[index] ?? {};
      const isNew = !this.#places.isKnown(place);
      this.#end(place, item);
      added.push({ place, index, isNew, item });
    }
    return added;
  }

  #openPlace(event: Fields): string | null {
    const place = this.#places.placeOf(event);
    return this.#places.isDone(place) ? null : place;
  }

  #end(place: string, item: Fields): void {
    this.#places.end(place);
    if (!this.#begun.has(place)) addItemText(item, this.text);
    if (isSearch(item)) this.searches += 1;
  }

  /** The complete items as a list, in their order. */
  get listJson(): string {
    return `[${this.#done.join(',')}]`;
  }
}
