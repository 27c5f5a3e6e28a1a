import type { KeyEntry } from './directory.ts';
import type { Key } from './tenant.ts';

interface Kept {
  readonly entry: KeyEntry;
  /** The key's hash in the form in which the directory looks it up. */
  readonly name: string;
  weight: number;
}

/** Weight of a key without lists, in allow-list entries. */
const plainWeight = 10;
/** Ten thousand keys without lists, or 49 with the longest lists of both kinds: some 15 MiB. */
const weightMax = 100_000;

function weightOf({ ipAllowList, modelAllowList }: Key): number {
  return plainWeight + ipAllowList.length + (modelAllowList?.length ?? 0);
}

/** The loaded keys of one account, limited in total, so that no account fills a node with keys that it creates and abandons. */
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

  /** Updates the weight: the key's lists may have become longer. */
  changed(key: Key): void {
    const kept = this.#byId.get(key.id);
    if (kept === undefined) return;
    this.#weight += weightOf(key) - kept.weight;
    kept.weight = weightOf(key);
  }

  /**
   * Removes the oldest keys until the others fit, and returns the removed ones. The newest one always fits. Removed keys are loaded again
   * on use.
   */
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
