import { fieldsOf, type Fields } from '../shared/fields-of.ts';

function textOr(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function numberOf({ output_index: index }: Fields): string | null {
  return typeof index === 'number' || (typeof index === 'string' && /^\d{1,9}$/.test(index)) ? String(index) : null;
}

/**
 * Recognizes the items of a stream in its events. Upstreams number items, but some begin with 1 or give all the same number; some omit IDs,
 * and some give an item another ID in every event.
 */
export class ItemPlaces {
  /** Places of items by ID. */
  readonly #byId = new Map<string, string>();
  /** The place that a number, or an ID without a number, means now. */
  readonly #meant = new Map<string, string>();
  /** The places in order of appearance, with the type of the item if it is known. */
  readonly #types = new Map<string, unknown>();
  readonly #done = new Set<string>();

  get size(): number {
    return this.#types.size;
  }

  /** Whether an event was about the item. */
  isKnown(place: string): boolean {
    return this.#types.has(place);
  }

  isDone(place: string): boolean {
    return this.#done.has(place);
  }

  /** The place of the item that an event belongs to. The next item begins where a complete one was. */
  placeOf(event: Fields): string {
    const item = fieldsOf(event.item);
    const id = textOr(item.id) ?? textOr(event.item_id);
    const known = id === null ? undefined : this.#byId.get(id);
    const place = known ?? this.#numbered(event, id);
    // Not from every delta: with a separate ID, each would take memory.
    if (id !== null && (event.item !== undefined || !this.#types.has(place))) this.#byId.set(id, place);
    if (item.type !== undefined || !this.#types.has(place)) this.#types.set(place, item.type);
    return place;
  }

  end(place: string): void {
    this.#done.add(place);
  }

  #numbered(event: Fields, id: string | null): string {
    const number = numberOf(event);
    const key = number ?? id ?? '';
    const place = this.#meant.get(key) ?? key;
    const isNext = this.#done.has(place) && (number === null || id !== null || event.type === 'response.output_item.added');
    if (!isNext) return place;
    const next = `${key} ${String(this.#types.size)}`;
    this.#meant.set(key, next);
    return next;
  }

  /** The places of the items that the last event lists: by ID, otherwise by number, otherwise in the order of those of its type. */
  placesOf(output: readonly Fields[]): readonly string[] {
    const taken = new Set<string>();
    const take = (place: string, { type }: Fields): string | null => {
      const known = this.#types.get(place);
      if (taken.has(place) || !this.#types.has(place) || (known !== undefined && known !== type)) return null;
      taken.add(place);
      return place;
    };
    const byId = output.map((item) => {
      const id = textOr(item.id);
      return id === null ? null : take(this.#byId.get(id) ?? id, item);
    });
    const found = output.map((item, index) => byId[index] ?? take(this.#meant.get(String(index)) ?? String(index), item));
    const left = Map.groupBy(this.#types.keys(), (place) => (taken.has(place) ? null : this.#types.get(place)));
    for (const places of left.values()) places.reverse();
    return found.map(
      (place, index) => place ?? left.get(output[index]?.type)?.pop() ?? left.get(undefined)?.pop() ?? `last ${String(index)}`,
    );
  }
}
