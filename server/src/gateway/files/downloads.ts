import { ApiError } from '@tollgate/contract/errors';

/** Each download keeps some frames in memory for as long as its client reads. */
const downloadsMax = 128;
/** A slow reader with many parallel downloads leaves most of the slots to others. */
const downloadsOfOneMax = 32;

/** Limits the number of parallel downloads. */
export class Downloads {
  #count = 0;
  readonly #own = new Map<string, number>();

  get count(): number {
    return this.#count;
  }

  /**
   * Runs a download within the account's limit.
   * @throws {ApiError} if there are too many, before anything is sent.
   */
  async run(accountId: string, send: () => Promise<boolean>): Promise<boolean> {
    const own = this.#own.get(accountId) ?? 0;
    if (this.#count >= downloadsMax || own >= downloadsOfOneMax) throw new ApiError('too_many_large_requests');
    this.#count += 1;
    this.#own.set(accountId, own + 1);
    try {
      return await send();
    } finally {
      this.#count -= 1;
      this.#leave(accountId);
    }
  }

  #leave(accountId: string): void {
    const left = (this.#own.get(accountId) ?? 1) - 1;
    if (left === 0) this.#own.delete(accountId);
    else this.#own.set(accountId, left);
  }
}
