import type { Json } from './compose.ts';

const blockBytes = 1_024;
/** A UTF-16 code unit takes at most this many bytes. */
const bytesPerUnit = 3;

/**
 * A text that arrives in small pieces and is needed as a whole at the end. It is held outside the heap: as strings, its pieces would
 * outlive two collections and wait for a full one, which takes several times the memory of the text.
 */
export class GrowingText {
  length = 0;
  readonly #full: Buffer[] = [];
  #block = Buffer.alloc(0);
  #used = 0;

  /** @param json the piece as a JSON string: half a character is an escape there, whose other half may follow. */
  add(text: string, json: string): void {
    this.length += text.length;
    const inside = json.slice(1, -1);
    const most = bytesPerUnit * inside.length;
    if (most > this.#block.length - this.#used) {
      if (this.#used > 0) this.#full.push(this.#block.subarray(0, this.#used));
      this.#block = Buffer.allocUnsafeSlow(Math.max(blockBytes, most));
      this.#used = 0;
    }
    this.#used += this.#block.write(inside, this.#used);
  }

  /** As a JSON string, whose bytes are not copied. */
  get json(): Json {
    return ['"', ...this.#full, this.#block.subarray(0, this.#used), '"'];
  }
}
