import type { Price } from '../../domain/catalog/model.ts';

/** Ties a call to the route and key that served its conversation, and that therefore have its beginning in their prompt cache. */
export interface Affinity {
  /** Equal for all calls of a conversation, on every node. Computed on first use, because most calls have no choice of routes. */
  readonly hash: number;
  /**
   * Whether a warm cache saves money for the client or for us.
   * @param cost what the upstream charges, if known.
   */
  saves(cost: Price | null): boolean;
}

/** Whether input from the prompt cache costs less than other input. */
export function isCacheCheaper(price: Price | null): boolean {
  return price !== null && price.cachedInput < price.input;
}

const hashStart = 0x811c9dc5;

/** FNV-1a over the characters of a text, continuing from an earlier hash. */
export function hashText(text: string, from = hashStart): number {
  let hash = from;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Distributes a hash evenly (the final steps of MurmurHash3). */
function mixed(hash: number): number {
  let mix = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35);
  return (mix ^ (mix >>> 16)) >>> 0;
}

/** Distance of an entry from a conversation: an exponential draw whose rate is the weight. */
function distance(hash: number, id: string, weight: number): number {
  return -Math.log((mixed(hash ^ mixed(hashText(id))) + 1) / 2 ** 32) / Math.max(weight, 1);
}

/**
 * Entries in the order in which a conversation uses them: weighted rendezvous hashing. Nothing is stored, and every node computes the same
 * order. Adding or removing an entry moves only the conversations that it gains or loses. Entries without weight come last.
 */
export function byAffinity<Entry>(
  entries: readonly Entry[],
  hash: number,
  of: { readonly id: (entry: Entry) => string; readonly weight: (entry: Entry) => number },
): Entry[] {
  return entries
    .map((entry) => {
      const weight = of.weight(entry);
      return { entry, isSpare: weight === 0 ? 1 : 0, distance: distance(hash, of.id(entry), weight) };
    })
    .sort((left, right) => left.isSpare - right.isSpare || left.distance - right.distance)
    .map(({ entry }) => entry);
}
