/** Bodies up to this size are not counted once they are complete: the number of running calls limits them, and nothing may block them. */
const smallBytes = 64 * 1024;
/** An owner may hold this many times the free memory. For a single owner that is three quarters; some is always left for others. */
const timesWhatIsFree = 3;
/** Incomplete small bodies may use this additional fraction of the memory for large ones. */
const unfinishedPart = 4;

/** Divides a number of bytes among owners. */
class Share {
  readonly #bytesMax: number;
  readonly #byOwner = new Map<string, number>();
  held = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  take(owner: string, bytes: number): boolean {
    const own = (this.#byOwner.get(owner) ?? 0) + bytes;
    const free = this.#bytesMax - this.held - bytes;
    if (own > timesWhatIsFree * free) return false;
    this.#byOwner.set(owner, own);
    this.held += bytes;
    return true;
  }

  give(owner: string, bytes: number): void {
    const left = (this.#byOwner.get(owner) ?? 0) - bytes;
    if (left > 0) this.#byOwner.set(owner, left);
    else this.#byOwner.delete(owner);
    this.held -= bytes;
  }
}

/** The memory that one call holds for bodies. It grows while they arrive, and is released when the call is over. */
export class BodyMemoryHold {
  readonly #large: Share;
  readonly #small: Share;
  readonly #owner: string;
  #bytes = 0;
  #counted = 0;
  #unfinished = 0;

  constructor(large: Share, small: Share, owner: string) {
    this.#large = large;
    this.#small = small;
    this.#owner = owner;
  }

  /** All bytes received, counted or not. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Counts bytes that are about to be buffered. Returns `false` if there is no memory for them. */
  grow(bytes: number): boolean {
    this.#bytes += bytes;
    if (this.#bytes <= smallBytes) return true;
    this.arrived();
    const wanted = this.#bytes - this.#counted;
    if (!this.#large.take(this.#owner, wanted)) return false;
    this.#counted = this.#bytes;
    return true;
  }

  /** The same for an incomplete body, which is counted regardless of its size until it has `arrived`. */
  growUnfinished(bytes: number): boolean {
    if (!this.grow(bytes)) return false;
    if (this.#counted > 0) return true;
    if (!this.#small.take(this.#owner, bytes)) return false;
    this.#unfinished += bytes;
    return true;
  }

  /** The body is complete. */
  arrived(): void {
    if (this.#unfinished > 0) this.#small.give(this.#owner, this.#unfinished);
    this.#unfinished = 0;
  }

  release(): void {
    this.arrived();
    if (this.#counted > 0) this.#large.give(this.#owner, this.#counted);
    this.#counted = 0;
  }
}

/**
 * Limits the memory of all large request bodies and unstreamed answers together, and of all incomplete bodies. Received bytes count, not
 * announced ones. No owner can use all of it: the more others hold, the smaller each share.
 */
export class BodyMemory {
  readonly #large: Share;
  readonly #small: Share;

  constructor(bytesMax: number) {
    this.#large = new Share(bytesMax);
    this.#small = new Share(Math.floor(bytesMax / unfinishedPart));
  }

  get held(): number {
    return this.#large.held + this.#small.held;
  }

  begin(owner: string): BodyMemoryHold {
    return new BodyMemoryHold(this.#large, this.#small, owner);
  }
}
