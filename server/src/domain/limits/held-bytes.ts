/** Bodies up to this size are not counted: their number is bounded by the connections, and nothing shall stand in their way. */
const smallBytes = 64 * 1024;
/** An owner may hold this many times what is still free. Alone that is three quarters; something is always left for others. */
const timesWhatIsFree = 3;

/** What one call holds of the memory for large bodies: grows while they arrive, and is given back when the call is over. */
export class Holding {
  readonly #all: HeldBytes;
  readonly #owner: string;
  #bytes = 0;
  #counted = 0;

  constructor(all: HeldBytes, owner: string) {
    this.#all = all;
    this.#owner = owner;
  }

  /** Counts bytes that are about to be kept. `false`: there is no room for them. */
  grow(bytes: number): boolean {
    this.#bytes += bytes;
    if (this.#bytes <= smallBytes) return true;
    const wanted = this.#bytes - this.#counted;
    if (!this.#all.take(this.#owner, wanted)) return false;
    this.#counted = this.#bytes;
    return true;
  }

  release(): void {
    if (this.#counted > 0) this.#all.give(this.#owner, this.#counted);
    this.#counted = 0;
  }
}

/**
 * Bounds the memory of all large request bodies and unstreamed answers together. What really arrived is counted, not what
 * was announced, and no owner can take all of it: the more others hold, the smaller everybody's share.
 */
export class HeldBytes {
  readonly #bytesMax: number;
  readonly #byOwner = new Map<string, number>();
  #held = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get held(): number {
    return this.#held;
  }

  begin(owner: string): Holding {
    return new Holding(this, owner);
  }

  take(owner: string, bytes: number): boolean {
    const own = (this.#byOwner.get(owner) ?? 0) + bytes;
    const free = this.#bytesMax - this.#held - bytes;
    if (own > timesWhatIsFree * free) return false;
    this.#byOwner.set(owner, own);
    this.#held += bytes;
    return true;
  }

  give(owner: string, bytes: number): void {
    const left = (this.#byOwner.get(owner) ?? 0) - bytes;
    if (left > 0) this.#byOwner.set(owner, left);
    else this.#byOwner.delete(owner);
    this.#held -= bytes;
  }
}
