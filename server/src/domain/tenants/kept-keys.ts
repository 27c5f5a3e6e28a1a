import type { KeyEntry } from './directory.ts';
import type { Key } from './tenant.ts';

interface Kept {
  readonly entry: KeyEntry;
  /** The key's hash, as the directory finds it by. */
  readonly name: string;
  weight: number;
}

/** In entries of allow-lists: what a key takes without any. */
const plainWeight = 10;
/** Ten thousand keys without lists, or 49 with the longest of both kinds: some 15 MiB. */
const weightMax = 100_000;

function weightOf({ ipAllowList, modelAllowList }: Key): number {
  return plainWeight + ipAllowList.length + (modelAllowList?.length ?? 0);
}

/** The loaded keys of one account: as many as fit, so that no account fills a node with keys that it creates and abandons. */
export class KeptKeys {
  readonly #byId = new Map<string, Kept>();
  #weight = 0;

  get ids(): readonly string[] {
    return [...this.#byId.keys()];
  }

  add(name: string, entry: KeyEntry): void {
    this.#byId.set(entry.key.id, { entry, name, weight: 0 });
    this.changed(entry.key);
  }

  /** Its lists may be longer than they were. */
  changed(key: Key): void {
    const kept = this.#byId.get(key.id);
    if (kept === undefined) return;
    this.#weight += weightOf(key) - kept.weight;
    kept.weight = weightOf(key);
  }

  /** Removes the earliest until the others fit, and returns them; the last one always fits. They are loaded again on use. */
  takeSurplus(): readonly Pick<Kept, 'entry' | 'name'>[] {
    const surplus: Kept[] = [];
    for (const [id, kept] of this.#byId) {
      if (this.#weight <= weightMax || this.#byId.size === 1) break;
      this.#byId.delete(id);
      this.#weight -= kept.weight;
      surplus.push(kept);
    }
    return surplus;
  }
}
